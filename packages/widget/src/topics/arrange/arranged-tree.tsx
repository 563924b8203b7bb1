import '../../i18n/en-later.ts'
import '../../i18n/topics/en.ts'
import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { useStyle } from '../../style/adopt.ts'
import css from '../../style/arrange.css?inline'
import dialogCss from '../../style/later.css?inline'
import { useAround } from '../around.ts'
import { Sign } from '../parts/sign.tsx'
import { focusRowSoon } from '../tree/focus-row.ts'
import { flat, rowsOf } from '../tree/rows.ts'
import { branchOf, ROOT } from '../tree/state.ts'
import type { TreeProps } from '../tree/tree.tsx'
import { TreeView } from '../tree/tree-view.tsx'
import { moveTopic } from './acts.ts'
import { Dialogs } from './dialogs.tsx'
import { placeOf } from './places.ts'
import { RowMenu } from './row-menu.tsx'
import { slotsFor } from './slots.tsx'
import { Toast } from './toast.tsx'
import { useArranging } from './use-arranging.ts'
import { useDrag } from './use-drag.ts'

/** The tree for who arranges it: rows are dragged, or moved, renamed, merged and deleted from a menu. */
export function ArrangedTree({ grove, state, current }: TreeProps): JSX.Element {
  const { words } = useAround()
  const box = useRef<HTMLUListElement>(null)
  const all = useRef<HTMLDivElement>(null)
  useStyle(all, css)
  useStyle(all, dialogCss)
  const arranging = useArranging(grove)
  const { isBusy, edit, run, editing } = arranging
  const rows = flat(rowsOf(state))
  const drag = useDrag({ box, state, rows, grove }, (topic, drop) => {
    void run(() => moveTopic(grove, topic, placeOf(drop))).then(() => focusRowSoon(() => box.current, topic.id))
  })
  const slots = slotsFor({ grove, box, drag, arranging, words })
  const isEmpty = branchOf(state, ROOT).ids.length === 0 && editing === null
  return (
    <div class="arranged" ref={all} aria-busy={isBusy}>
      {isEmpty ? (
        <p class="empty big">{words.say('topics.empty')}</p>
      ) : (
        <TreeView grove={grove} state={state} current={current} slots={slots} />
      )}
      <button type="button" class="quiet add" part="add" onClick={() => edit({ kind: 'add', parent: ROOT })}>
        <Sign name="add" />
        {words.say('arrange.add')}
      </button>
      <RowMenu grove={grove} state={state} arranging={arranging} box={box} />
      <Toast arranging={arranging} />
      <Dialogs grove={grove} arranging={arranging} box={box} />
    </div>
  )
}
