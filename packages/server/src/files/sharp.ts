import type Sharp from 'sharp'
import { Refusal } from '../api/refusal.ts'

export type SharpModule = typeof Sharp

/** The only readers that are ever asked: not those for drawings, documents and scans. */
const READERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((kind) => `VipsForeignLoad${kind}`)

let loading: Promise<SharpModule> | null = null

/** Loaded with the first photo. It comes as a program for one kind of machine: where there is none, all else works. */
export async function loadSharp(): Promise<SharpModule> {
  loading ??= restricted()
  try {
    return await loading
  } catch {
    throw new Refusal(
      'photos-unavailable',
      'This service takes no photos: the program that makes them (sharp) is not installed for its machine.',
    )
  }
}

async function restricted(): Promise<SharpModule> {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: READERS })
  // How many work at once is decided in images.ts.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}
