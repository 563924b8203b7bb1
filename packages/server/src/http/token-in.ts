const BEARER = /^Bearer +([^\s]+)$/i

/** The token in an Authorization field; null where there is none. */
export const tokenIn = (field: string | undefined): string | null => BEARER.exec(field ?? '')?.[1] ?? null
