import type { JSX, RefObject } from 'preact'
import { moveByKey } from '../../menu/arrow-keys.ts'
import { Popup } from '../../menu/popup.tsx'
import { useAround } from '../around.ts'
import type { Topic } from '../model.ts'
import { Sign } from '../parts/sign.tsx'
import type { Grove } from '../tree/acts.ts'
import { focusRow, focusRowSoon, rowElement } from '../tree/focus-row.ts'
import type { TreeState } from '../tree/state.ts'
import { moveTopic } from './acts.ts'
import { STEPS, stepFrom } from './places.ts'
import type { Arranging } from './use-arranging.ts'

type ButtonProps = { topic: Topic; arranging: Arranging }

/** Keys reach the menu from the row itself. */
export function MenuButton({ topic, arranging: { menu, showMenu } }: ButtonProps): JSX.Element {
  const { words } = useAround()
  const isOpen = menu === topic.id
  return (
    <button
      type="button"
      class="quiet square row-menu-button"
      part="menu-button"
      tabIndex={-1}
      aria-label={words.say('arrange.menu', { name: topic.name })}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onClick={() => showMenu(isOpen ? null : topic.id)}
    >
      <Sign name="more" />
    </button>
  )
}

type RowMenuProps = { grove: Grove; state: TreeState; arranging: Arranging; box: RefObject<HTMLElement | null> }

/** All that can be done with a topic, for keys as well as for fingers. It stands beside the tree, not in a row of it. */
export function RowMenu({ grove, state, arranging, box }: RowMenuProps): JSX.Element | null {
  const { words } = useAround()
  const { menu, showMenu } = arranging
  const topic = menu === null ? undefined : state.topics.get(menu)
  const anchor = menu === null ? null : (rowElement(box.current, menu)?.querySelector('.row-menu-button') ?? null)
  if (topic === undefined || anchor === null) return null
  return (
    <Popup
      key={topic.id}
      role="menu"
      label={words.say('arrange.menu', { name: topic.name })}
      anchor={anchor}
      onKeyDown={moveByKey}
      close={(how) => {
        showMenu(null)
        if (how === 'back') focusRow(box.current, topic.id)
      }}
    >
      <Items topic={topic} grove={grove} state={state} arranging={arranging} box={box} />
    </Popup>
  )
}

function Items({ topic, grove, state, arranging, box }: RowMenuProps & { topic: Topic }): JSX.Element {
  const { words } = useAround()
  const { edit, ask, run, showMenu } = arranging
  const item = (text: string, act: () => void, look = ''): JSX.Element => (
    <button
      key={text}
      type="button"
      role="menuitem"
      tabIndex={-1}
      class={`item ${look}`}
      onClick={() => {
        showMenu(null)
        act()
      }}
    >
      {text}
    </button>
  )
  const steps = STEPS.flatMap((step) => {
    const place = stepFrom(state, topic, step)
    const go = (to: NonNullable<typeof place>): void =>
      void run(() => moveTopic(grove, topic, to)).then(() => focusRowSoon(() => box.current, topic.id))
    return place === null ? [] : [item(words.say(`arrange.${step}`), () => go(place))]
  })
  return (
    <>
      {item(words.say('arrange.rename'), () => edit({ kind: 'rename', id: topic.id }))}
      {item(words.say('arrange.addIn'), () => edit({ kind: 'add', parent: topic.id }))}
      {steps}
      {item(words.say('arrange.to'), () => ask({ kind: 'to', topic }))}
      {item(words.say('arrange.merge'), () => ask({ kind: 'merge', topic }))}
      {item(words.say('arrange.delete'), () => ask({ kind: 'delete', topic }), 'danger')}
    </>
  )
}
