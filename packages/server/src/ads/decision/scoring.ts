/** More of a flight's keywords than so many on one page count no more: who lists them all buys nothing by it. */
export const MOST_COUNTED = 3

/**
 * By what an eCPM is multiplied where n keywords of a flight are on the page: 1, 1.69, 2.10, 2.39. Nothing found is
 * no drawback, so a flight with keywords is never worse off than one without; each further keyword adds less.
 */
export const BOOSTS: readonly number[] = Array.from({ length: MOST_COUNTED + 1 }, (_, n) => 1 + Math.log(1 + n))

export const boostOf = (matches: number): number => BOOSTS[Math.min(matches, MOST_COUNTED)] ?? 1
