import '../../i18n/en-later.ts'
import '../../i18n/social/en-later.ts'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { circlesOf, profileOf } from '../../social/api.ts'
import type { Audience, Circle } from '../../social/model.ts'
import { AUDIENCES } from '../../social/model.ts'
import { Dialog } from '../../social/parts/dialog.tsx'
import { PeoplePicker } from '../../social/parts/people-picker.tsx'
import { Checks } from '../../social/parts/checks.tsx'
import { useDoing } from '../../social/use-doing.ts'
import { useRead } from '../../social/use-read.ts'
import { ProblemLine } from '../../thread/parts/problem-line.tsx'
import { useThread } from '../../thread/parts/use-thread.ts'
import { Choice } from '../../menu/choice.tsx'

type AudienceDialogProps = {
  first: Audience
  choose: (audience: Audience) => void | Promise<void>
  close: () => void
}

/** Who may see what one writes, said in words before it is chosen. */
export function AudienceDialog({ first, choose, close }: AudienceDialogProps): JSX.Element {
  const { store, words } = useThread()
  const [chosen, set] = useState<Audience>(first)
  const { isBusy, problem, go } = useDoing()
  const circles = useRead(() => circlesOf(store), [])
  const profile = useRead(() => profileOf(store), [])
  const known = circles.read.phase === 'ready' ? circles.read.value : []
  const isPrivate = profile.read.phase === 'ready' && profile.read.value.isPrivate
  const { to } = chosen
  const isReady = (to !== 'chosen' || chosen.circles.length > 0) && (to !== 'people' || chosen.people.length > 0)
  const send = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (!isReady) return
    const only = {
      to,
      circles: to === 'chosen' ? chosen.circles : [],
      people: to === 'people' ? chosen.people : [],
    }
    if (await go(async () => choose(only))) close()
  }
  return (
    <Dialog title={words.say('whom.title')} close={close}>
      <form onSubmit={(event) => void send(event)}>
        <Choice
          name="audience"
          label={words.say('whom.title')}
          isLabelSeen={false}
          options={AUDIENCES.map((value) => ({ value, text: words.say(`audience.${value}`) }))}
          chosen={to}
          choose={(now) => set({ ...chosen, to: now })}
        />
        {to === 'chosen' && <Circles circles={known} chosen={chosen} set={set} />}
        {to === 'people' && <PeoplePicker chosen={chosen.people} choose={(people) => set({ ...chosen, people })} />}
        <p class="sees" role="status">
          {seenBy()}
        </p>
        {problem !== null && <ProblemLine problem={problem} />}
        <div class="answers">
          <button type="submit" class="primary" disabled={!isReady} aria-busy={isBusy}>
            {words.say('whom.choose')}
          </button>
        </div>
      </form>
    </Dialog>
  )

  function seenBy(): string {
    if (to === 'public' && isPrivate) return words.say('sees.private')
    if (to === 'people' && chosen.people.length === 0) return words.say('sees.nobody')
    if (to === 'people') return words.count('sees.people', chosen.people.length)
    if (to !== 'chosen') return words.say(`sees.${to}`)
    const names = known.filter(({ id }) => chosen.circles.includes(id)).map(({ name }) => name)
    const list = new Intl.ListFormat(words.locale).format(names)
    return names.length === 0 ? words.say('sees.none') : words.say('sees.chosen', { circles: list })
  }
}

type CirclesProps = { circles: readonly Circle[]; chosen: Audience; set: (audience: Audience) => void }

function Circles({ circles, chosen, set }: CirclesProps): JSX.Element {
  const { words } = useThread()
  if (circles.length === 0) return <p class="hint">{words.say('circle.none')}</p>
  return (
    <Checks
      label={words.say('circle.label')}
      options={circles.map(({ id, name, people }) => ({ id, name, hint: words.count('circle.people', people) }))}
      chosen={chosen.circles}
      choose={(now) => set({ ...chosen, circles: now })}
    />
  )
}
