import type { Collection } from '@palaver/store'
import type { outboundRead } from '../../hooks/outbound.ts'
import type { Resolve } from '../../hooks/resolving.ts'
import type { Picture, KeptPreview } from './model.ts'

/** How pages are asked. */
export type Asking = {
  /** Whether private addresses may be asked, too, at any port. */
  allowPrivate: boolean
  /** Where one can read who asks; sites see it. */
  about?: string | null
  /** As `Accept-Language` has it. */
  languages?: string
  timeMs?: number
  resolve?: Resolve
  ask?: typeof outboundRead
  now: () => number
}

export type Needs = Asking & {
  previews: Collection<KeptPreview>
  /** Null where it is not a picture that can be shown. `holder`: what it is kept for. */
  keepPicture: (bytes: Buffer, preview: { org: string; id: string }) => Promise<Picture | null>
  random: () => number
  newId: () => string
}

export const timeOf = ({ now }: Pick<Needs, 'now'>, afterMs = 0): string => new Date(now() + afterMs).toISOString()
