import { reflect } from './reflect.ts'

/** Attributes as properties; what a page has set before this program came counts, too. */
export function takeProperties(host: HTMLElement, names: readonly string[]): void {
  const kind = host.constructor as typeof HTMLElement
  if (!names.every((name) => Object.hasOwn(kind.prototype, name))) reflect(kind, names)
  for (const name of names) {
    if (!Object.hasOwn(host, name)) continue
    const value: unknown = Reflect.get(host, name)
    Reflect.deleteProperty(host, name)
    Reflect.set(host, name, value)
  }
}
