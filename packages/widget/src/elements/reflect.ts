/** Attributes as properties of the same name. */
export function reflect(element: typeof HTMLElement, names: readonly string[]): void {
  for (const name of names)
    Object.defineProperty(element.prototype, name, {
      configurable: true,
      get(this: HTMLElement) {
        return this.getAttribute(name)
      },
      set(this: HTMLElement, value: string | null | undefined) {
        if (value === null || value === undefined) this.removeAttribute(name)
        else this.setAttribute(name, value)
      },
    })
}
