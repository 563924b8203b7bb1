import type { RefObject } from 'preact'
import type { Words } from '../../i18n/words.ts'
import { Sign } from '../parts/sign.tsx'
import type { Grove } from '../tree/acts.ts'
import { focusRowSoon } from '../tree/focus-row.ts'
import type { Slots } from '../tree/tree-view.tsx'
import { addTopic, renameTopic } from './acts.ts'
import { NameBox } from './name-box.tsx'
import { MenuButton } from './row-menu.tsx'
import type { Arranging } from './use-arranging.ts'
import type { Drag } from './use-drag.ts'

type Needs = {
  grove: Grove
  box: RefObject<HTMLUListElement | null>
  drag: Drag
  arranging: Arranging
  words: Words
}

/** What an operator has in each row. */
export function slotsFor({ grove, box, drag, arranging, words }: Needs): Slots {
  const { editing, edit, run, ask, undo, showMenu } = arranging
  const back = (key: string): void => focusRowSoon(() => box.current, key)
  const leave = (key: string): void => {
    edit(null)
    back(key)
  }
  return {
    box,
    grip: () => (
      <span class="grip" aria-hidden="true" title={words.say('arrange.grip')}>
        <Sign name="grip" />
      </span>
    ),
    menu: (row) => <MenuButton topic={row.topic} arranging={arranging} />,
    name: (row) =>
      editing?.kind === 'rename' && editing.id === row.key ? (
        <NameBox
          label={words.say('arrange.name')}
          first={row.topic.name}
          cancel={() => leave(row.key)}
          take={async (name) => {
            edit(null)
            await run(() => renameTopic(grove, row.topic, name))
            back(row.key)
          }}
        />
      ) : null,
    behind: (parent, level) =>
      editing?.kind === 'add' && editing.parent === parent ? (
        <li role="none">
          <div role="treeitem" class="row" aria-level={level} aria-label={words.say('arrange.newName')}>
            <NameBox
              label={words.say('arrange.newName')}
              first=""
              cancel={() => leave(parent)}
              take={async (name) => {
                edit(null)
                const done = await run(() => addTopic(grove, parent || null, name))
                if (done !== null) back(done.topic.id)
              }}
            />
          </div>
        </li>
      ) : null,
    looks: (row) => drag.looks(row.key),
    takes: (event, row) => {
      if (event.key === 'F2') edit({ kind: 'rename', id: row.key })
      else if (event.key === 'Delete') ask({ kind: 'delete', topic: row.topic })
      else if (event.key === 'z' && (event.ctrlKey || event.metaKey)) void undo()
      else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) showMenu(row.key)
      else return false
      return true
    },
  }
}
