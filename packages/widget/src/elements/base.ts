import type * as core from '../core.ts'

/** As the browser knows it: an element of the page with this name would stand in its place, and programs come from there. */
const current = Object.getOwnPropertyDescriptor(Document.prototype, 'currentScript')?.get

/** Where this script came from: there the service is. */
const script = current?.call(document) as HTMLScriptElement | null
export const base = script === null ? location.origin : new URL('.', script.src).href.replace(/\/$/, '')

export type Core = typeof core

/** All that elements do beyond being there. What it needs is asked for at the same time. */
export async function loadCore(): Promise<Core> {
  const [loaded] = await Promise.all(__CORE__.map((file) => import(/* @vite-ignore */ `${base}/embed/${file}`)))
  return loaded as Core
}
