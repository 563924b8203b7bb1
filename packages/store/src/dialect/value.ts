/** What a document is made of. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

/** A document as the engines hold it: any JSON object with a string id. */
export type Doc = { _id: string } & { [key: string]: Json }
