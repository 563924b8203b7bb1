import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Photo } from '../../social/model.ts'
import { useAddress } from '../../social/parts/who.tsx'
import { later } from '../../thread/parts/later.tsx'
import { useThread } from '../../thread/parts/use-thread.ts'

const Lightbox = later(async () => (await import('./lightbox.tsx')).Lightbox)

const MOST_SHOWN = 4

/** Up to four beside each other; the others are found behind the last. */
export function Photos({ photos }: { photos: readonly Photo[] }): JSX.Element {
  const { words } = useThread()
  const at = useAddress()
  const [open, setOpen] = useState<number | null>(null)
  const shown = photos.slice(0, MOST_SHOWN)
  const hidden = photos.length - shown.length
  const isLast = (index: number): boolean => hidden > 0 && index === MOST_SHOWN - 1
  return (
    <div class={`photos of-${shown.length}`} part="photos">
      {shown.map(({ id, alt, width, height, small, large }, index) => (
        <button
          key={id}
          type="button"
          class="photo"
          aria-haspopup="dialog"
          aria-label={labelOf(index)}
          onClick={() => setOpen(index)}
        >
          <img src={at(shown.length === 1 ? large : small)} alt={alt} width={width} height={height} loading="lazy" />
          {isLast(index) && (
            <span class="photo-more" dir="ltr" aria-hidden="true">
              +{words.number(hidden)}
            </span>
          )}
        </button>
      ))}
      {open !== null && <Lightbox photos={photos} first={open} close={() => setOpen(null)} />}
    </div>
  )

  function labelOf(index: number): string {
    const number = words.say('photo.of', { at: index + 1, all: photos.length })
    const alt = photos[index]?.alt ?? ''
    const more = isLast(index) ? ` +${words.number(hidden)}` : ''
    return alt === '' ? number + more : `${number}: ${alt}${more}`
  }
}
