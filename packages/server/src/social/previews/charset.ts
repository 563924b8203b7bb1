import { TextDecoder } from 'node:util'

/** Where a page says its charset itself it does so within these bytes. */
export const SNIFFED_BYTES = 1024

const BOMS: readonly (readonly [label: string, bom: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** By its first bytes, then by the header, then by what it says itself; UTF-8 where nobody says anything known. */
export function decoderOf(start: Buffer, contentType: string): TextDecoder {
  const marked = BOMS.find(([, bom]) => bom.every((byte, at) => start[at] === byte))?.[0]
  const labels = [marked, charsetIn(contentType), declaredIn(start)]
  for (const label of labels) {
    const decoder = label === undefined ? null : known(label)
    if (decoder !== null) return decoder
  }
  return new TextDecoder()
}

const charsetIn = (text: string): string | undefined => /charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(text)?.[1]

function declaredIn(start: Buffer): string | undefined {
  const [meta] = /<meta\b[^>]*charset[^>]*/i.exec(start.subarray(0, SNIFFED_BYTES).toString('latin1')) ?? []
  const label = meta === undefined ? undefined : charsetIn(meta)
  // Whoever could be read so far is not in UTF-16, whatever it says.
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label
}

function known(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label)
  } catch {
    return null
  }
}
