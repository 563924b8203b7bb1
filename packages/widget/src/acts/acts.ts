import './keeping-place.ts'
import { focusOn } from './focus.ts'
import { showFresh, showFreshReplies } from './fresh.ts'
import { open } from './opening.ts'
import { reorder } from './ordering.ts'
import { lookAtOwn } from './own.ts'
import { bringBack, loadMore, loadReplies } from './paging.ts'
import { signIn } from './signing-in.ts'
import { react, vote } from './voting.ts'

/** What a thread that has been drawn can do: none of it is needed to draw it. */
export const acts = {
  open,
  reorder,
  lookAtOwn,
  focusOn,
  showFresh,
  showFreshReplies,
  bringBack,
  loadMore,
  loadReplies,
  react,
  signIn,
  vote,
}
