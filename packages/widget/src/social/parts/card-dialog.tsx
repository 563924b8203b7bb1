import '../../i18n/en-later.ts'
import '../../i18n/social/en-later.ts'
import type { JSX } from 'preact'
import type { Brief } from '../model.ts'
import { Dialog } from './dialog.tsx'
import { Element } from './element.tsx'

/** Who somebody is, in front of all else. */
export const CardDialog = ({ person, close }: { person: Brief; close: () => void }): JSX.Element => (
  <Dialog title={person.name} close={close} isTitleSeen={false}>
    <Element name="palaver-person" of={{ person: person.id, view: 'card' }} />
  </Dialog>
)
