import '../../i18n/en-later.ts'
import '../../i18n/social/en-later.ts'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { requestsOf } from '../../social/api.ts'
import { type Item, Menu } from '../../social/parts/menu.tsx'
import { Sign } from '../../social/parts/sign.tsx'
import { useRead } from '../../social/use-read.ts'
import { useThread } from '../../thread/parts/use-thread.ts'
import { AwayDialog } from './away-dialog.tsx'
import { CirclesManager } from './circles-manager.tsx'
import { ProfileDialog } from './profile-dialog.tsx'
import { RequestsDialog } from './requests-dialog.tsx'
import { WordsDialog } from './words-dialog.tsx'

type Asked = 'profile' | 'requests' | 'circles' | 'words' | 'mutes' | 'blocks' | null

/** What one does with oneself. */
export function OwnActs({ again }: { again: () => void }): JSX.Element {
  const { store, words } = useThread()
  const [asked, ask] = useState<Asked>(null)
  const requests = useRead(() => requestsOf(store), [])
  const { read } = requests
  const waiting = read.phase === 'ready' ? read.value.people.length : 0
  const close = (): void => {
    ask(null)
    requests.again()
  }
  const changed = (): void => {
    close()
    again()
  }
  const items = (): Item[] => [
    { label: words.say('circle.label'), choose: () => ask('circles') },
    { label: words.say('requests.label'), choose: () => ask('requests') },
    { label: words.say('mutedwords.label'), choose: () => ask('words') },
    { label: words.say('away.mutes'), choose: () => ask('mutes') },
    { label: words.say('away.blocks'), choose: () => ask('blocks') },
  ]
  return (
    <>
      <button type="button" class="plain" aria-haspopup="dialog" onClick={() => ask('profile')}>
        {words.say('profile.edit')}
      </button>
      {waiting > 0 && (
        <button type="button" class="primary" aria-haspopup="dialog" onClick={() => ask('requests')}>
          {words.count('requests.waiting', waiting)}
        </button>
      )}
      <Menu label={words.say('profile.more')} items={items} class="plain square">
        <Sign name="more" />
      </Menu>
      {asked === 'profile' && <ProfileDialog saved={changed} close={close} />}
      {asked === 'requests' && <RequestsDialog close={changed} />}
      {asked === 'circles' && <CirclesManager close={close} />}
      {asked === 'words' && <WordsDialog close={close} />}
      {(asked === 'mutes' || asked === 'blocks') && <AwayDialog what={asked} close={close} />}
    </>
  )
}
