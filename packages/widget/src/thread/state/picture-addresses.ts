/** Addresses of pictures are the service's own where they begin with a slash. */
export const pictureAt = (base: string, path: string): string => (path.startsWith('/') ? base + path : path)

type Pictures = Readonly<Record<string, string>>

/** The same, by ids of people. */
export const picturesAt = (base: string, pictures: Pictures): Pictures =>
  Object.fromEntries(Object.entries(pictures).map(([id, path]) => [id, pictureAt(base, path)]))
