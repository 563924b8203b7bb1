import type { Creative, Zone } from '../model.ts'

export const hasFormat = ({ format }: Pick<Creative, 'format'>, { formats }: Pick<Zone, 'formats'>): boolean =>
  formats.includes(format)

/** To the pixel, so that nothing on the page moves; what has no size takes the one it is given. */
export const hasSize = ({ size }: Pick<Creative, 'size'>, zone: Pick<Zone, 'size'>): boolean =>
  size === null || (size.width === zone.size?.width && size.height === zone.size.height)

export const fits = (creative: Creative, zone: Zone): boolean => hasFormat(creative, zone) && hasSize(creative, zone)
