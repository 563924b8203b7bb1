import type { JSX } from 'preact'
import type { Topic } from '../model.ts'

type FaceProps = Pick<Topic, 'emoji'> & { colour?: string | null }

/** The emoji of a topic on its colour; a dot of that colour where it has no emoji. */
export function Face({ emoji, colour = null }: FaceProps): JSX.Element {
  const style = colour === null ? {} : { '--_colour': colour }
  return (
    <span class={`face${emoji === null ? ' plain' : ''}`} style={style} aria-hidden="true">
      {emoji}
    </span>
  )
}
