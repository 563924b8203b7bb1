import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Person } from '../social/model.ts'
import { Sign } from '../social/parts/sign.tsx'
import { Face } from '../social/parts/who.tsx'
import { later } from '../thread/parts/later.tsx'
import { useThread } from '../thread/parts/use-thread.ts'
import { Written } from '../thread/parts/written.tsx'
import { isWeb } from '../topics/links.ts'
import { Follow } from './follow.tsx'

const PersonMenu = later(async () => (await import('./menu.tsx')).PersonMenu)
const OwnActs = later(async () => (await import('./own/own-acts.tsx')).OwnActs)
const ListDialog = later(async () => (await import('./list-dialog.tsx')).ListDialog)

export type CardProps = { person: Person; isMe: boolean; set: (person: Person) => void; again: () => void }

/** Who somebody is, and what one can be to them. */
export function Card({ person, isMe, set, again }: CardProps): JSX.Element {
  const { words } = useThread()
  const { name, bio, links, fields, isPrivate, you } = person
  return (
    <article class="card" part="card">
      <header class="card-head">
        <Face person={person} />
        <div class="card-who">
          <h2 part="name">
            <bdi>{name}</bdi>
          </h2>
          <p class="card-marks">
            {isPrivate && (
              <span class="badge">
                <Sign name="limited" />
                {words.say('person.private')}
              </span>
            )}
            {you?.followsYou === true && <span class="badge">{words.say('person.followsYou')}</span>}
            {you?.isMuted === true && <span class="badge">{words.say('person.muted')}</span>}
          </p>
        </div>
      </header>
      {bio !== '' && <Written html={bio} />}
      {fields.length > 0 && (
        <dl class="fields">
          {fields.map((field) => (
            <div key={field.name}>
              <dt>{field.label}</dt>
              <dd dir="auto">{field.value}</dd>
            </div>
          ))}
        </dl>
      )}
      {links.some(isWeb) && (
        <ul class="links" role="list">
          {links.filter(isWeb).map((link) => (
            <li key={link}>
              <a href={link} rel="noopener nofollow ugc me" dir="ltr">
                {link.replace(/^https?:\/\/(www\.)?|\/$/g, '')}
              </a>
            </li>
          ))}
        </ul>
      )}
      <Numbers person={person} isMe={isMe} />
      <div class="card-acts">
        {isMe ? (
          <OwnActs again={again} instead={<span class="place" />} />
        ) : (
          <>
            <Follow person={person} set={set} />
            <PersonMenu person={person} set={set} instead={<span class="square" />} />
          </>
        )}
      </div>
    </article>
  )
}

const LISTS = ['followers', 'following'] as const

function Numbers({ person, isMe }: Pick<CardProps, 'person' | 'isMe'>): JSX.Element {
  const { words } = useThread()
  const [open, setOpen] = useState<(typeof LISTS)[number] | null>(null)
  return (
    <p class="numbers">
      <span>{words.count('person.posts', person.numbers.posts)}</span>
      {LISTS.map((list) => (
        <button key={list} type="button" class="link" aria-haspopup="dialog" onClick={() => setOpen(list)}>
          {words.count(`numbers.${list}`, person.numbers[list])}
        </button>
      ))}
      {open !== null && <ListDialog person={person} list={open} isMe={isMe} close={() => setOpen(null)} />}
    </p>
  )
}
