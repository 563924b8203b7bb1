import { Refusal } from '../api/refusal.ts'

/** The two ways in which a form is sent; RFC 8058 has mail servers send either. */
export const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'] as const

const MOST_BYTES = 10_000

/** The fields of a form that are texts. */
export async function formBody(type: string, body: Buffer): Promise<Record<string, string>> {
  if (body.length > MOST_BYTES) throw new Refusal('body-too-large', 'The form is too long.')
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
    return Object.fromEntries([...form].filter((field): field is [string, string] => typeof field[1] === 'string'))
  } catch (error) {
    throw new Refusal('bad-request', `The form cannot be read: ${error instanceof Error ? error.message : ''}`)
  }
}
