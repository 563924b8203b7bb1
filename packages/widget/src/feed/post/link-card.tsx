import type { JSX } from 'preact'
import type { Link } from '../../social/model.ts'
import { useAddress } from '../../social/parts/who.tsx'
import { isWeb } from '../../topics/links.ts'

/** Where a link leads, and what the page there says of itself. Where it leads is never what that page says. */
export function LinkCard({ link: { url, preview } }: { link: Link }): JSX.Element | null {
  const at = useAddress()
  if (!isWeb(url)) return null
  const picture = preview?.picture ?? null
  return (
    <a class="link-card" part="link-card" href={url} rel="noopener nofollow ugc">
      {picture !== null && (
        <img src={at(picture.small)} alt="" width={picture.width} height={picture.height} loading="lazy" />
      )}
      <span class="link-what">
        <span class="link-site">{new URL(url).host}</span>
        <span class="link-title" dir="auto">
          {preview?.title || url}
        </span>
        {preview?.description ? (
          <span class="link-more" dir="auto">
            {preview.description}
          </span>
        ) : null}
      </span>
    </a>
  )
}
