import '../../i18n/en-later.ts'
import '../../i18n/social/en-later.ts'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Photo } from '../../social/model.ts'
import { Dialog } from '../../social/parts/dialog.tsx'
import { Sign } from '../../social/parts/sign.tsx'
import { useAddress } from '../../social/parts/who.tsx'
import { useThread } from '../../thread/parts/use-thread.ts'

type LightboxProps = { photos: readonly Photo[]; first: number; close: () => void }

/** Photos as large as the window, one after another. */
export function Lightbox({ photos, first, close }: LightboxProps): JSX.Element | null {
  const { words } = useThread()
  const address = useAddress()
  const [at, setAt] = useState(first)
  const photo = photos[at]
  const go = (step: number): void => setAt((before) => (before + step + photos.length) % photos.length)
  const press = ({ key, currentTarget }: KeyboardEvent & { currentTarget: HTMLElement }): void => {
    const turn = getComputedStyle(currentTarget).direction === 'rtl' ? -1 : 1
    if (key === 'ArrowRight') go(turn)
    if (key === 'ArrowLeft') go(-turn)
    if (key === 'Home') setAt(0)
    if (key === 'End') setAt(photos.length - 1)
  }
  if (photo === undefined) return null
  const title = words.say('photo.of', { at: at + 1, all: photos.length })
  return (
    <Dialog title={title} close={close} onKeyDown={press}>
      <div class="lightbox" part="lightbox">
        <figure>
          <img key={photo.id} src={address(photo.large)} alt={photo.alt} width={photo.width} height={photo.height} />
          {photo.alt !== '' && (
            <figcaption dir="auto" aria-hidden="true">
              {photo.alt}
            </figcaption>
          )}
        </figure>
        {photos.length > 1 && (
          <div class="turns">
            <button type="button" class="quiet square" aria-label={words.say('photo.back')} onClick={() => go(-1)}>
              <Sign name="back" />
            </button>
            <span aria-live="polite">{title}</span>
            <button type="button" class="quiet square" aria-label={words.say('photo.next')} onClick={() => go(1)}>
              <Sign name="next" />
            </button>
          </div>
        )}
      </div>
    </Dialog>
  )
}
