import type { JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import { voteIn } from '../../social/api.ts'
import type { Poll as PollOf, Post } from '../../social/model.ts'
import { useDoing } from '../../social/use-doing.ts'
import { ProblemLine } from '../../thread/parts/problem-line.tsx'
import { useThread } from '../../thread/parts/use-thread.ts'
import { useList } from '../list.ts'
import { inTime } from './in-time.ts'
import { Sign } from '../../social/parts/sign.tsx'

/** A question with answers to choose from; what others chose shows once one has, or wants to know. */
export function Poll({ post, poll }: { post: Post; poll: PollOf }): JSX.Element {
  const { words, now } = useThread()
  const [isLooking, look] = useState(false)
  const isClosed = poll.isClosed || Date.parse(poll.closes) <= now
  const mayVote = !isClosed && post.mine.votes === null
  return (
    <div class="poll" part="poll">
      {mayVote && !isLooking ? <Ballot post={post} poll={poll} /> : <Results post={post} poll={poll} />}
      <p class="poll-foot">
        <span>{words.count('poll.voters', poll.voters)}</span>
        <span>
          {isClosed ? words.say('poll.closed') : words.say('poll.closes', { when: inTime(words, poll.closes, now) })}
        </span>
        {mayVote && (
          <button type="button" class="link" onClick={() => look(!isLooking)}>
            {words.say(isLooking ? 'poll.back' : 'poll.look')}
          </button>
        )}
      </p>
    </div>
  )
}

type Parts = { post: Post; poll: PollOf }

function Ballot({ post, poll }: Parts): JSX.Element {
  const { store, words } = useThread()
  const { put } = useList()
  const { isBusy, problem, go } = useDoing()
  const [chosen, choose] = useState<readonly number[]>([])
  const name = useId()
  const toggle = (at: number, isOn: boolean): void =>
    choose(poll.isMultiple ? (isOn ? [...chosen, at] : chosen.filter((one) => one !== at)) : [at])
  const vote = (event: Event): void => {
    event.preventDefault()
    const place = (event.currentTarget as HTMLElement).closest<HTMLElement>('.post')
    void go(async () => {
      put(withVotes(await voteIn(store, post.id, chosen), post))
      place?.focus({ preventScroll: true })
    }, words.say('poll.voted'))
  }
  return (
    <form class="ballot" onSubmit={vote}>
      <fieldset>
        <legend class="unseen">{words.say(poll.isMultiple ? 'poll.chooseSome' : 'poll.chooseOne')}</legend>
        {poll.choices.map(({ text }, at) => (
          <label key={text} class="option">
            <input
              type={poll.isMultiple ? 'checkbox' : 'radio'}
              name={name}
              checked={chosen.includes(at)}
              onChange={({ currentTarget }) => toggle(at, currentTarget.checked)}
            />
            <span dir="auto">{text}</span>
          </label>
        ))}
      </fieldset>
      {problem !== null && <ProblemLine problem={problem} />}
      <button type="submit" class="plain" disabled={chosen.length === 0} aria-busy={isBusy}>
        {words.say('poll.vote')}
      </button>
    </form>
  )
}

/** Numbers may follow a moment later: the reader's own vote counts at once. */
export function withVotes(now: Post, before: Post): Post {
  const { poll, mine } = now
  if (poll === null || poll.voters > (before.poll?.voters ?? 0)) return now
  const choices = poll.choices.map((one, at) => ({ ...one, votes: one.votes + (mine.votes?.includes(at) ? 1 : 0) }))
  return { ...now, poll: { ...poll, choices, voters: poll.voters + 1 } }
}

function Results({ post: { mine }, poll: { choices, voters } }: Parts): JSX.Element {
  const { words } = useThread()
  const percent = new Intl.NumberFormat(words.locale, { style: 'percent' })
  return (
    <ul class="results" role="list">
      {choices.map(({ text, votes }, at) => {
        const share = voters === 0 ? 0 : votes / voters
        const isMine = mine.votes?.includes(at) === true
        return (
          <li key={text} class={isMine ? 'mine' : ''} style={{ '--_share': `${share * 100}%` }}>
            <bdi>{text}</bdi>
            {isMine && (
              <>
                <Sign name="check" />
                <span class="unseen">{words.say('poll.yours')}</span>
              </>
            )}
            <span class="share">{percent.format(share)}</span>
          </li>
        )
      })}
    </ul>
  )
}
