/** One transparent point, in the 43 bytes of the smallest picture that all programs show. */
export const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')
export const PIXEL_TYPE = 'image/gif'
export const NOT_KEPT = { 'cache-control': 'no-store' } as const
