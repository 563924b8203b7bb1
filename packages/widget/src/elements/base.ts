import type * as core from '../core.ts'

/** As the browser knows it: an element of the page with this name would stand in its place, and programs come from there. */
const current = Object.getOwnPropertyDescriptor(Document.prototype, 'currentScript')?.get

/** Where this script came from: there the service is. */
const script = current?.call(document) as HTMLScriptElement | null
export const base = script === null ? location.origin : new URL('.', script.src).href.replace(/\/$/, '')

export type Core = typeof core

/** Some browsers never ask again for what did not come once: by another address they do, and so for all that it loads. */
let failures = 0

/** All that elements do beyond being there. What it needs is asked for at the same time. */
export async function loadCore(): Promise<Core> {
  const from = `${base}/embed/${failures > 0 ? `again/${failures}/` : ''}`
  try {
    const [loaded] = await Promise.all(__CORE__.map((file) => import(/* @vite-ignore */ from + file)))
    return loaded as Core
  } catch (error) {
    failures++
    throw error
  }
}
