import type { Token } from 'markdown-it'
import { meantBy, tokenOf } from './mentions.ts'

/** Somebody who is mentioned, by the name they had then. */
export type Person = { id: string; name: string }

/** Who is meant by a folded name. */
export type Find = (name: string) => Person | undefined

/** `hasMore`: some were left out, because there were more than may be. */
export type Meant = { people: Person[]; hasMore: boolean }

/** Names the people in the tokens of mentions; of a mention that is meant for nobody the text stays. */
export function settlePeople(blocks: readonly Token[], find: Find, most: number): Meant {
  const people = new Map<string, Person>()
  let hasMore = false
  const isTaken = ({ id, name }: Person): boolean => {
    if (people.size >= most && !people.has(id)) hasMore = true
    else people.set(id, people.get(id) ?? { id, name })
    return people.has(id)
  }
  for (const block of blocks)
    block.children =
      block.children?.flatMap((token) => (token.type === 'mention' ? settled(token, find, isTaken) : token)) ?? null
  return { people: [...people.values()], hasMore }
}

function settled(token: Token, find: Find, isTaken: (person: Person) => boolean): Token[] {
  const typed = token.content.slice(1)
  for (const { name, length } of meantBy(typed)) {
    const person = find(name)
    if (person === undefined) continue
    if (!isTaken(person)) break
    const mention = tokenOf('mention', `@${typed.slice(0, length)}`)
    mention.attrSet('data-person', person.id)
    return length === typed.length ? [mention] : [mention, tokenOf('text', typed.slice(length))]
  }
  return [tokenOf('text', token.content)]
}
