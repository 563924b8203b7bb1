import type { Comment } from '@palaver/client'
import type { FunctionComponent, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { UNREACHED } from '../act.ts'
import { Icon } from './icon.tsx'
import { useThread } from './use-thread.ts'

export type MenuProps = { comment: Comment; close: () => void }

/** Opens what is not needed every day; that comes when it is asked for the first time. */
export function MenuButton({ comment }: { comment: Comment }): JSX.Element {
  const { store, words } = useThread()
  const [menu, setMenu] = useState<{ Menu: FunctionComponent<MenuProps> } | null>(null)
  const name = comment.author?.name ?? words.say('comment.anonymous')
  const open = async (): Promise<void> => {
    const loaded = await import('../../menu/menu.tsx').catch(() => null)
    if (loaded === null) store.set({ notice: UNREACHED })
    else setMenu({ Menu: loaded.Menu })
  }
  return (
    <span class="menu-place">
      <button
        type="button"
        class="quiet square"
        part="menu-button"
        aria-haspopup="menu"
        aria-expanded={menu !== null}
        aria-label={words.say('act.more', { name })}
        onClick={() => (menu === null ? void open() : setMenu(null))}
      >
        <Icon name="more" />
      </button>
      {menu !== null && <menu.Menu comment={comment} close={() => setMenu(null)} />}
    </span>
  )
}
