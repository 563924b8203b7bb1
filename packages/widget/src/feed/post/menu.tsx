import '../../i18n/en-later.ts'
import '../../i18n/social/en-later.ts'
import type { JSX, RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { addressOf, useDesk } from '../../social/around.ts'
import { changePost, deletePost, muteFor, reviewPost } from '../../social/api.ts'
import type { Post } from '../../social/model.ts'
import { type Item, Menu } from '../../social/parts/menu.tsx'
import { Sign } from '../../social/parts/sign.tsx'
import { Sure } from '../../social/parts/sure.tsx'
import { type Doing, useDoing } from '../../social/use-doing.ts'
import { tell } from '../../acts/saying.ts'
import { ProblemLine } from '../../thread/parts/problem-line.tsx'
import { requireMember } from '../../social/require-member.ts'
import { usePiece, useThread } from '../../thread/parts/use-thread.ts'
import { AudienceDialog } from '../compose/audience-dialog.tsx'
import { nextOf } from '../leaving.ts'
import { useList } from '../list.ts'
import { HistoryDialog } from './history-dialog.tsx'
import type { Open } from './post.tsx'
import { ReportDialog } from './report-dialog.tsx'

type Asked = 'delete' | 'audience' | 'history' | 'report' | null
type MenuProps = { post: Post; open: (what: Open) => void }

/** What is not done every day with a post, and what is asked before it is done. */
export function PostMenu({ post, open }: MenuProps): JSX.Element {
  const { store, words } = useThread()
  const list = useList()
  const [asked, ask] = useState<Asked>(null)
  const { problem, go } = useDoing()
  const here = useRef<HTMLSpanElement>(null)
  const items = useItems({ post, ask, open, go, here })
  const { audience } = post
  const close = (): void => ask(null)
  return (
    <span ref={here}>
      <Menu label={words.say('post.more', { name: post.author.name })} items={items}>
        <Sign name="more" />
      </Menu>
      {problem !== null && <ProblemLine problem={problem} />}
      {asked === 'delete' && (
        <Sure
          question={words.say('post.deleteSure')}
          hint={words.say('post.deleteHint')}
          yes={words.say('act.delete')}
          act={async () => {
            // Before it is gone: word of that may come sooner than the answer.
            const goOn = nextOf(here.current)
            await deletePost(store, post.id)
            list.drop(post.id)
            goOn()
            tell(store, words.say('post.deleted'))
          }}
          close={close}
        />
      )}
      {asked === 'audience' && 'circles' in audience && (
        <AudienceDialog
          first={audience}
          choose={async (to) => list.put(await changePost(store, post, { audience: to }))}
          close={close}
        />
      )}
      {asked === 'history' && <HistoryDialog post={post} close={close} />}
      {asked === 'report' && <ReportDialog post={post} close={close} />}
    </span>
  )
}

type Needs = {
  post: Post
  ask: (what: Asked) => void
  open: (what: Open) => void
  go: Doing['go']
  here: RefObject<HTMLElement | null>
}

function useItems({ post, ask, open, go, here }: Needs): () => Item[] {
  const { store, words } = useThread()
  const { dropAllOf, put } = useList()
  const url = addressOf(useDesk().options['post-href'], post.id)
  const me = usePiece((state) => state.me)
  const { author, mine, edited, kind, wallState } = post
  const isOther = author.id !== me?.id
  const copy = async (address: string): Promise<void> => {
    await navigator.clipboard.writeText(new URL(address, location.href).href)
    tell(store, words.say('act.copied'))
  }
  const mute = async (): Promise<void> => {
    const goOn = nextOf(here.current)
    await muteFor(store, author.id, null)
    dropAllOf(author.id)
    goOn()
  }
  const hide = async (): Promise<void> => put(await reviewPost(store, post.id, false))
  return () =>
    [
      url !== null && { label: words.say('act.copyLink'), choose: () => void copy(url) },
      mine.mayEdit && kind !== 'repost' && { label: words.say('act.edit'), choose: () => open('edit') },
      mine.mayEdit && { label: words.say('post.audience'), choose: () => ask('audience') },
      mine.mayEdit && edited !== null && { label: words.say('post.history'), choose: () => ask('history') },
      mine.mayReview &&
        wallState === 'shown' && {
          label: words.say('review.hide'),
          choose: () => void go(hide, words.say('review.hidden')),
        },
      isOther && {
        label: words.say('act.mute', { name: author.name }),
        choose: () => void go(mute, words.say('act.muted', { name: author.name })),
      },
      isOther && { label: words.say('act.report'), choose: () => requireMember(store) && ask('report') },
      mine.mayDelete && { label: words.say('act.delete'), isDanger: true, choose: () => ask('delete') },
    ].filter((item) => item !== false)
}
