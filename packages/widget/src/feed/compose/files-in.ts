export const KINDS = 'image/jpeg,image/png,image/webp,image/gif,image/avif'

/** What was pasted, dropped or picked. */
export const filesIn = (data: { files: FileList | null } | null): File[] => [...(data?.files ?? [])]

/** Whether it can be a photo at all. */
export const isPhoto = ({ type }: File): boolean => KINDS.split(',').includes(type)
