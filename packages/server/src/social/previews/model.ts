/** What the files module keeps of a picture; viewers get it from there, never from the site. */
export type Picture = { id: string; width: number; height: number }

/** What a page says of itself. All of it is text, not HTML. */
export type Said = {
  title: string
  description: string | null
  site: string | null
  picture: Picture | null
  lang: string | null
}

/** What is shown of a link. Where it leads is what its author wrote, never what the page says. */
export type Preview = Said & { url: string }

/** A page to which posts of an org link, and what it says. */
export type KeptPreview = Said & {
  /** A hash of org and address. */
  _id: string
  org: string
  url: string
  /** `wanted`: not known yet. `none`: there is nothing to show, or it cannot be had. */
  state: 'wanted' | 'ready' | 'none'
  /** When it was last found out; null for never. */
  fetched: string | null
  /** Those that were begun since it was last asked for. */
  attempts: number
  /** When it is to be fetched; while somebody does, when another may; `NEVER` while nothing is to be done. */
  due: string
  /** Who fetches it now. */
  holder: string
  expires: string
}

export const NEVER = '9999-12-31T23:59:59.999Z'
export const NOBODY = ''
export const NOTHING_SAID: Said = { title: '', description: null, site: null, picture: null, lang: null }

export const viewOf = (kept: KeptPreview, url: string): Preview => {
  const { title, description, site, picture, lang } = kept
  return { url, title, description, site, picture, lang }
}
