import type * as core from '../core.ts'

/** Where this script came from: there the service is. */
const script = document.currentScript as HTMLScriptElement | null
export const base = script === null ? location.origin : new URL('.', script.src).href.replace(/\/$/, '')

type Core = typeof core

/** All that elements do beyond being there. What it needs is asked for at the same time. */
export async function loadCore(): Promise<Core> {
  const [loaded] = await Promise.all(__CORE__.map((file) => import(/* @vite-ignore */ `${base}/embed/${file}`)))
  return loaded as Core
}
