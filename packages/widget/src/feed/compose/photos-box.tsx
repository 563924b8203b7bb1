import type { Problem } from '@palaver/client'
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Sign } from '../../social/parts/sign.tsx'
import { ProblemLine } from '../../thread/parts/problem-line.tsx'
import { useThread } from '../../thread/parts/use-thread.ts'
import { focusSoon } from './focus-soon.ts'
import type { Upload, Uploads } from './use-uploads.ts'

/** The pictures of a post that is being written. */
export function PhotosBox({ uploads }: { uploads: Uploads }): JSX.Element | null {
  const { words } = useThread()
  if (uploads.all.length === 0) return null
  return (
    <>
      <ul class="uploads" role="list" aria-label={words.say('photo.label')}>
        {uploads.all.map((one, at) => (
          <Row key={one.key} one={one} at={at + 1} uploads={uploads} />
        ))}
      </ul>
      {uploads.problem !== null && <ProblemLine problem={uploads.problem} />}
    </>
  )
}

type RowProps = { one: Upload; at: number; uploads: Uploads }

function Row({ one, at, uploads }: RowProps): JSX.Element {
  const { words } = useThread()
  const { key, file, share, id, alt, problem } = one
  const number = words.say('photo.of', { at, all: uploads.all.length })
  return (
    <li class="upload">
      <Thumbnail file={file} />
      <div class="upload-what">
        <label class="field">
          <span class="unseen">{number}: </span>
          {words.say('photo.alt')}
          <input
            dir="auto"
            maxLength={1500}
            placeholder={words.say('photo.altHint')}
            value={alt}
            onInput={({ currentTarget }) => uploads.describe(key, currentTarget.value)}
          />
        </label>
        {id === null && problem === null && <progress value={share} max={1} aria-label={words.say('photo.sending')} />}
        {problem !== null && (
          <ProblemLine problem={problem}>
            {mayGoBetter(problem) && (
              <button type="button" class="link" onClick={() => uploads.again(key)}>
                {words.say('thread.retry')}
              </button>
            )}
          </ProblemLine>
        )}
      </div>
      <button
        type="button"
        class="quiet square"
        aria-label={words.say('photo.remove', { photo: number })}
        onClick={({ currentTarget }) => {
          uploads.remove(key)
          focusSoon(currentTarget, '.upload input, textarea', at)
        }}
      >
        <Sign name="close" />
      </button>
    </li>
  )
}

const HOPELESS: readonly Problem['code'][] = ['photo-unreadable', 'photo-too-large', 'photos-unavailable']

/** The same picture is refused again where it is refused for what it is. */
const mayGoBetter = ({ code }: Problem): boolean => !HOPELESS.includes(code)

const SIZE = 144

/** Drawn and not linked to: pages need not allow addresses of pictures that are only here. */
function Thumbnail({ file }: { file: File }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    void createImageBitmap(file).then(
      (picture) => {
        const { width, height } = picture
        const side = Math.min(width, height)
        const from = [(width - side) / 2, (height - side) / 2] as const
        canvas.current?.getContext('2d')?.drawImage(picture, ...from, side, side, 0, 0, SIZE, SIZE)
        picture.close()
      },
      // What cannot be drawn here, the service may still know.
      () => {},
    )
  }, [file])
  return <canvas ref={canvas} class="thumbnail" width={SIZE} height={SIZE} aria-hidden="true" />
}
