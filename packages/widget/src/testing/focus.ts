import type { Locator } from 'playwright-core'

/** Whether this has the focus. */
export const isFocused = (part: Locator): Promise<boolean> => part.evaluate((element) => element.matches(':focus'))
