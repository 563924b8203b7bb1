import { Refusal } from '../api/refusal.ts'
import { endOf } from './endings.ts'
import { type PhotoType, typeOf } from './kinds.ts'

/**
 * Behind a picture cameras leave more of their own: a second picture, a moment of video. These begin or are part of what
 * is something else besides a picture.
 */
const FOREIGN = [
  'PK\x03\x04',
  'PK\x05\x06',
  'Rar!\x1a\x07',
  '7z\xbc\xaf\x27\x1c',
  '%PDF-',
  '\x7fELF',
  '<?php',
  '<?xml',
  '<script',
  '<html',
  '<!doctype',
  '<svg',
  '#!/',
]

/** What somebody says is a photo, before anything is decoded: a whole file of a known kind, and nothing else in it. */
export function requirePhoto(bytes: Buffer): PhotoType {
  const type = typeOf(bytes)
  if (type === null)
    throw new Refusal('photo-unreadable', 'This is not a photo: send a JPEG, PNG, WebP, GIF or AVIF file as it is.')
  const end = endOf(bytes, type)
  if (end === null) throw unreadable()
  const behind = bytes.toString('latin1', end).toLowerCase()
  if (FOREIGN.some((sign) => behind.includes(sign.toLowerCase())))
    throw new Refusal(
      'photo-unreadable',
      'There is something else behind the picture in this file: open it in a program for pictures, save it anew and send that.',
    )
  return type
}

export const unreadable = (): Refusal =>
  new Refusal(
    'photo-unreadable',
    'The picture is damaged or not whole: open it in a program for pictures, save it anew and send that.',
  )
