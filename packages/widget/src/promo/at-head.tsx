import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useAround } from '../topics/around.ts'
import { Room } from './room.tsx'
import { getShown, type Shown } from './shown.ts'

type AtHeadProps = { zone: string; topic: string; isReady: boolean }

/**
 * Above the discussions of a topic: drawn together with them where it has come before them. What comes later has to
 * wait until nobody sees it come.
 */
export function AtHead({ zone, topic, isReady }: AtHeadProps): JSX.Element | null {
  const { desk } = useAround()
  const [shown, show] = useState<Shown | null>(null)
  const isDrawn = useRef(false)
  isDrawn.current ||= isReady
  useEffect(() => {
    let isHere = true
    const { host, locale, palaver } = desk
    const speaker = { base: palaver.url, org: palaver.org, token: palaver.token }
    void getShown({ host, locale, topic, ...speaker, isUrgent: true }, zone, 1).then((got) => {
      const first = got?.shown[0]
      if (!isHere || first === undefined) return
      show({ ...first, isOpen: !isDrawn.current })
    })
    return () => {
      isHere = false
    }
  }, [zone, topic])
  return shown === null || !isDrawn.current ? null : <Room key={shown.ad.token} shown={shown} as="div" />
}
