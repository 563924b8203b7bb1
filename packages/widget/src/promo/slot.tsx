import type { JSX } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Frame } from './frame.tsx'
import type { Ad } from './model.ts'
import { countSeen } from './seen.ts'
import type { Shown } from './shown.ts'

type SlotProps = { shown: Shown; hide: () => void }

/** An ad, which always says that it is one. */
export function Slot({ shown, hide }: SlotProps): JSX.Element {
  const { ad, words, base } = shown
  const box = useRef<HTMLAnchorElement>(null)
  const [isAsked, ask] = useState(false)
  const why = useId()
  useEffect(() => (box.current === null ? undefined : countSeen(box.current, { ad, base })), [])
  const name = ad.advertiser ?? ad.title ?? ''
  return (
    <aside
      class={`promo ${ad.format === 'card' ? 'card' : 'boxed'}`}
      part="promo"
      lang={words.locale}
      dir={words.dir}
      aria-label={words.say('promo.of', { number: shown.number, name })}
      style={ad.format === 'card' ? undefined : sizeOf(ad)}
    >
      <p class="promo-head">
        <span class="promo-label" part="promo-label">
          {words.say('promo.label')}
        </span>
        {ad.format === 'card' && <bdi class="promo-by">{ad.advertiser}</bdi>}
        <button
          type="button"
          class="promo-ask"
          aria-expanded={isAsked}
          aria-controls={why}
          aria-label={words.say('promo.why')}
          title={words.say('promo.why')}
          onClick={() => ask(!isAsked)}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="8" cy="8" r="6.5" />
            <path d="M8 7.2v4M8 4.6v.2" />
          </svg>
        </button>
      </p>
      <a class="promo-link" ref={box} href={base + ad.click} target="_blank" rel="sponsored noopener">
        <Creative ad={ad} base={base} />
      </a>
      <div class="promo-why" id={why} hidden={!isAsked}>
        <Why shown={shown} hide={hide} />
      </div>
    </aside>
  )
}

/** Its own, so that there is room for it before it has loaded. */
function sizeOf({ size, picture }: Ad): { width: number; aspectRatio: string } | undefined {
  const { width, height } = size ?? picture ?? {}
  return width === undefined || height === undefined ? undefined : { width, aspectRatio: `${width} / ${height}` }
}

function Creative({ ad, base }: { ad: Ad; base: string }): JSX.Element {
  if (ad.format === 'html')
    return (
      <>
        <Frame ad={ad} />
        <span class="unseen">{ad.advertiser ?? ad.title}</span>
      </>
    )
  return (
    <>
      {ad.picture !== null && <Picture {...ad.picture} url={new URL(ad.picture.url, base).href} />}
      {ad.format === 'card' && (
        <span class="promo-said" dir="auto">
          <strong>{ad.title}</strong>
          <span>{ad.text}</span>
          {ad.action && <span class="promo-action">{ad.action}</span>}
        </span>
      )}
    </>
  )
}

const Picture = ({ url, width, height, alt }: NonNullable<Ad['picture']>): JSX.Element => (
  <img src={url} width={width} height={height} alt={alt} referrerpolicy="no-referrer" />
)

/** What it was chosen by, and what can be done about it. */
function Why({ shown: { ad, words, isCounted, host }, hide }: SlotProps): JSX.Element {
  const privacy = host.getAttribute('privacy')
  const reason = ad.isHouse ? 'own' : isCounted ? 'counted' : 'page'
  return (
    <>
      <p>{words.say(`why.${reason}`)}</p>
      <p>
        {privacy !== null && /^(https?:|\/)/.test(privacy) && (
          <a class="link" href={privacy}>
            {words.say('promo.privacy')}
          </a>
        )}{' '}
        <button type="button" class="link" onClick={hide}>
          {words.say('promo.hide')}
        </button>
      </p>
    </>
  )
}
