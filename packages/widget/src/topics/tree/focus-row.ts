/** The element of a row. */
export const rowElement = (box: Element | null, key: string): HTMLElement | null =>
  box?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`) ?? null

export const focusRow = (box: Element | null, key: string): void => rowElement(box, key)?.focus()

/** Once it is drawn: the first that is there. */
export const focusRowSoon = (box: () => Element | null, ...keys: readonly string[]): void =>
  void requestAnimationFrame(() =>
    keys
      .map((key) => rowElement(box(), key))
      .find((row) => row !== null)
      ?.focus(),
  )
