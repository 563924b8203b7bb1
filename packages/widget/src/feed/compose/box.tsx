import type { JSX } from 'preact'
import { personOf, type Source } from '../../social/api.ts'
import type { Post } from '../../social/model.ts'
import { useRead } from '../../social/use-read.ts'
import { useThread } from '../../thread/parts/use-thread.ts'
import type { Me } from '../../thread/state/model.ts'
import { Composer } from './composer.tsx'

type BoxProps = { source: Source; me: Me; add: (post: Post) => void }

/** The box above a list: for oneself, or for somebody's wall where they allow it. */
export function Box({ source: { view, person }, me, add }: BoxProps): JSX.Element | null {
  if (me.kind !== 'person') return null
  if (view === 'wall' && person !== null && person !== me.id) return <WallBox person={person} add={add} />
  return <Composer key={me.id} posted={add} />
}

function WallBox({ person, add }: { person: string; add: (post: Post) => void }): JSX.Element | null {
  const { store } = useThread()
  const { read } = useRead(() => personOf(store, person), [person])
  if (read.phase === 'loading') return <div class="place" />
  if (read.phase === 'failed' || read.value.you?.mayWrite !== true) return null
  return <Composer key={person} wall={read.value} posted={add} />
}
