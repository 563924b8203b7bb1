import type { JSX } from 'preact'
import type { Post } from '../../social/model.ts'
import { useList } from '../list.ts'
import { Composer } from './composer.tsx'

/** A box under a post, to say something about it to one's own readers. */
export function QuoteBox({ post, close }: { post: Post; close: () => void }): JSX.Element {
  const { add, put } = useList()
  const posted = (quote: Post): void => {
    const { numbers } = post
    put({ ...post, numbers: { ...numbers, quotes: numbers.quotes + 1 } })
    add(quote)
    close()
  }
  return <Composer of={post} posted={posted} cancel={close} />
}
