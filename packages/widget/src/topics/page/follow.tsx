import { call, type Problem } from '@palaver/client'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { problemIn } from '../../acts/problem-in.ts'
import { useAround } from '../around.ts'
import { Trouble } from '../parts/phases.tsx'

const LEVELS = ['default', 'watching', 'mentions', 'muted'] as const
type Level = (typeof LEVELS)[number]

/** How much somebody wants to hear of a topic and of those below it. */
export function Follow({ topic }: { topic: string }): JSX.Element | null {
  const { desk, words } = useAround()
  const [chosen, setChosen] = useState<Level | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [said, say] = useState('')
  useEffect(() => {
    if (!desk.isSomebody) return undefined
    const leaving = new AbortController()
    const options = { signal: leaving.signal }
    call(desk.palaver, 'GET /v1/me/topic-levels/{topic}', { path: { topic }, options }).then(
      (found) => setChosen(found.chosen ?? 'default'),
      // Without an answer there is nothing to choose; guests hear of nothing.
      () => {},
    )
    return () => leaving.abort()
  }, [desk, topic])
  const choose = async (level: Level): Promise<void> => {
    setChosen(level)
    setProblem(null)
    const path = { topic }
    try {
      if (level === 'default') await call(desk.palaver, 'DELETE /v1/me/topic-levels/{topic}', { path })
      else await call(desk.palaver, 'PUT /v1/me/topic-levels/{topic}', { path, body: { level } })
      say(words.say('level.chosen', { level: words.say(`level.${level}`) }))
    } catch (error) {
      setChosen(chosen)
      setProblem(problemIn(error))
    }
  }
  if (chosen === null) return null
  return (
    <div class="follow-topic">
      <label class="order">
        <span>{words.say('level.label')}</span>
        <select
          part="follow"
          value={chosen}
          onChange={({ currentTarget: { value } }) => void choose(LEVELS.find((one) => one === value) ?? 'default')}
        >
          {LEVELS.map((one) => (
            <option key={one} value={one}>
              {words.say(`level.${one}`)}
            </option>
          ))}
        </select>
      </label>
      <span class="unseen" role="status">
        {said}
      </span>
      {problem !== null && <Trouble problem={problem} />}
    </div>
  )
}
