export const KINDS = 'image/jpeg,image/png,image/webp,image/gif,image/avif'

/** The pictures among what was pasted, dropped or picked. */
export const filesIn = (data: { files: FileList | null } | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => KINDS.split(',').includes(type))
