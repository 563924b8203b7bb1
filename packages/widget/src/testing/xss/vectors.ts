import { encodings, schemes, unicode } from './addresses.ts'
import { foreign, html, mutation } from './markup.ts'
import { clobbering, css, json, templates } from './scripts.ts'
import { markdown, mentions, names } from './texts.ts'

/** What people have tried to make a page run something, by the way in which they tried. */
export const VECTORS: Readonly<Record<string, readonly string[]>> = {
  html,
  foreign,
  mutation,
  schemes,
  encodings,
  unicode,
  markdown,
  names,
  mentions,
  json,
  templates,
  clobbering,
  css,
}
