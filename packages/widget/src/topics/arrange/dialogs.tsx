import type { JSX, RefObject } from 'preact'
import { useState } from 'preact/hooks'
import { Choice } from '../../menu/choice.tsx'
import { useAround } from '../around.ts'
import { type Deletion, DELETIONS, type Topic } from '../model.ts'
import { Combobox } from '../picker/combobox.tsx'
import type { Grove } from '../tree/acts.ts'
import { focusRowSoon } from '../tree/focus-row.ts'
import { besides, flat, rowsOf } from '../tree/rows.ts'
import { isWithin } from '../tree/state.ts'
import { deleteTopic, mergeTopic, moveTopic } from './acts.ts'
import { AskDialog } from './ask-dialog.tsx'
import type { Arranging } from './use-arranging.ts'

type DialogsProps = { grove: Grove; arranging: Arranging; box: RefObject<HTMLElement | null> }

/** What is asked before something is moved far, merged or deleted. */
export function Dialogs({ grove, arranging, box }: DialogsProps): JSX.Element | null {
  const { asking, ask } = arranging
  if (asking === null) return null
  const { kind, topic } = asking
  const close = (): void => {
    ask(null)
    focusRowSoon(() => box.current, topic.id)
  }
  // Its row may be gone then: keys go on from one beside it, and can take it back there.
  const run: Arranging['run'] = async (act) => {
    const keys = [topic.id, ...besides(flat(rowsOf(grove.state())), topic.id)]
    const done = await arranging.run(act)
    focusRowSoon(() => box.current, ...keys)
    return done
  }
  const props = { topic, grove, close, run }
  if (kind === 'delete') return <Deleting {...props} />
  return kind === 'merge' ? <Merging {...props} /> : <Moving {...props} />
}

type AskingProps = { topic: Topic; grove: Grove; close: () => void; run: Arranging['run'] }

/** Another topic, and none that lies below it. */
function useOther({ topic, grove }: Pick<AskingProps, 'topic' | 'grove'>): [Topic | null, JSX.Element] {
  const { words } = useAround()
  const [other, setOther] = useState<Topic | null>(null)
  const isOut = ({ id, breadcrumb = [] }: Topic): boolean =>
    isWithin(grove.state(), id, topic.id) || breadcrumb.some((step) => step.id === topic.id)
  return [other, <Combobox label={words.say('arrange.target')} chosen={other} choose={setOther} isOut={isOut} />]
}

function Moving({ topic, grove, close, run }: AskingProps): JSX.Element {
  const { words } = useAround()
  const [other, box] = useOther({ topic, grove })
  const go = (parent: string | null): void => {
    close()
    void run(() => moveTopic(grove, topic, { parent }))
  }
  return (
    <AskDialog
      title={words.say('arrange.toTitle', { name: topic.name })}
      send={words.say('arrange.moveDo')}
      isReady={other !== null}
      submit={() => go(other?.id ?? null)}
      close={close}
    >
      {box}
      {topic.parent !== null && (
        <p>
          <button type="button" class="link" onClick={() => go(null)}>
            {words.say('arrange.topLevel')}
          </button>
        </p>
      )}
    </AskDialog>
  )
}

function Merging({ topic, grove, close, run }: AskingProps): JSX.Element {
  const { words } = useAround()
  const [other, box] = useOther({ topic, grove })
  return (
    <AskDialog
      title={words.say('arrange.mergeTitle', { name: topic.name })}
      send={words.say('arrange.mergeDo')}
      isReady={other !== null}
      submit={() => {
        close()
        if (other !== null) void run(() => mergeTopic(grove, topic, other))
      }}
      close={close}
    >
      {box}
      <p class="quiet">{words.say('arrange.mergeHint')}</p>
    </AskDialog>
  )
}

function Deleting({ topic, grove, close, run }: AskingProps): JSX.Element {
  const { words } = useAround()
  const [how, setHow] = useState<Deletion>('refuse')
  const [other, box] = useOther({ topic, grove })
  return (
    <AskDialog
      title={words.say('arrange.deleteTitle', { name: topic.name })}
      send={words.say('act.delete')}
      isDangerous
      isReady={how !== 'move' || other !== null}
      submit={() => {
        close()
        void run(() => deleteTopic(grove, topic, { how, to: other?.id }))
      }}
      close={close}
    >
      <Choice
        name="how"
        label={words.say('deletion.label')}
        options={DELETIONS.map((value) => ({ value, text: words.say(`deletion.${value}`) }))}
        chosen={how}
        choose={setHow}
      />
      {how === 'move' && box}
    </AskDialog>
  )
}
