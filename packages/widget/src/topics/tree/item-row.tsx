import type { JSX } from 'preact'
import type { Words } from '../../i18n/words.ts'
import { useAround } from '../around.ts'
import type { Topic } from '../model.ts'
import { Face } from '../parts/face.tsx'
import { Sign } from '../parts/sign.tsx'
import { Way } from '../parts/way.tsx'
import { close, open } from './acts.ts'
import type { TopicRow } from './rows.ts'
import type { AroundRows } from './rows-of.tsx'

type ItemRowProps = {
  row: TopicRow
  around: AroundRows
  id: string
  /** The id of those under it, where they are in sight. */
  below: string | undefined
}

/** The row of a topic is what has the focus; its name is that of the topic, and how much there is in it. */
export function ItemRow({ row, around: { grove, current, active, slots }, id, below }: ItemRowProps): JSX.Element {
  const { words } = useAround()
  const { topic, isOpen, key } = row
  const isParent = topic.children > 0
  const naming = slots?.name(row) ?? null
  const named = naming === null ? { 'aria-labelledby': idsOf(id, topic) } : { 'aria-label': topic.name }
  return (
    <div
      role="treeitem"
      class="row"
      part="topic"
      data-row={key}
      aria-level={row.level}
      aria-setsize={row.size}
      aria-posinset={row.at}
      aria-expanded={isParent ? isOpen : undefined}
      aria-owns={below}
      aria-current={current === key ? 'page' : undefined}
      {...named}
      tabIndex={active === key ? 0 : -1}
    >
      {slots?.grip()}
      <span
        class={`twist${isParent ? '' : ' leaf'}`}
        aria-hidden="true"
        onClick={() => (isOpen ? close(grove, key) : void open(grove, key))}
      >
        {isParent && <Sign name="open" />}
      </span>
      {naming ?? (
        <Way to={topic} part="topic-name" isInTree>
          <Face {...topic} />
          <bdi id={`${id}-name`}>{topic.name}</bdi>
        </Way>
      )}
      <Tally id={`${id}-count`} topic={topic} words={words} />
      {slots?.menu(row)}
    </div>
  )
}

const idsOf = (id: string, { counts }: Topic): string =>
  counts.allDiscussions > 0 ? `${id}-name ${id}-count` : `${id}-name`

function Tally({ id, topic: { counts }, words }: { id: string; topic: Topic; words: Words }): JSX.Element | null {
  const count = counts.allDiscussions
  if (count === 0) return null
  return (
    <span class="tally" id={id}>
      <span aria-hidden="true">{words.number(count)}</span>
      <span class="unseen">{words.count('topics.discussions', count)}</span>
    </span>
  )
}
