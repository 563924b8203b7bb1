import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { pictureAt } from '../../thread/state/picture-addresses.ts'
import { isElsewhere } from '../../bell/travel.ts'
import { Avatar } from '../../thread/parts/avatar.tsx'
import { later } from '../../thread/parts/later.tsx'
import { useThread } from '../../thread/parts/use-thread.ts'
import { addressOf, tellOf, useDesk } from '../around.ts'
import type { Brief } from '../model.ts'

const CardDialog = later(async () => (await import('./card-dialog.tsx')).CardDialog)

/** Addresses of pictures are those of the service where they are its own. */
export function useAddress(): (path: string) => string {
  const { base } = useThread().store.options
  return (path) => pictureAt(base, path)
}

export function Face({ person: { name, avatar } }: { person: Pick<Brief, 'name' | 'avatar'> }): JSX.Element {
  const at = useAddress()
  return <Avatar name={name} picture={avatar === null ? undefined : at(avatar)} />
}

/** Somebody's name, which leads to them: to their page where the page around has one, else to their card. */
export function Who({ person }: { person: Brief }): JSX.Element {
  const desk = useDesk()
  const [isOpen, setOpen] = useState(false)
  const { id, name } = person
  const url = addressOf(desk.options['person-href'], id)
  const follow = (event: MouseEvent): void => {
    if (isElsewhere(event)) return
    if (!tellOf(desk, 'palaver:person', { id, url })) event.preventDefault()
    else if (url === null) setOpen(true)
  }
  const common = { class: 'who-name name', part: 'name', dir: 'auto', onClick: follow } as const
  if (url !== null)
    return (
      <a {...common} href={url}>
        {name}
      </a>
    )
  return (
    <>
      <button type="button" {...common} aria-haspopup="dialog">
        {name}
      </button>
      {isOpen && <CardDialog person={person} close={() => setOpen(false)} />}
    </>
  )
}
