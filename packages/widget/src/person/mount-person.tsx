import '../i18n/en-later.ts'
import '../i18n/social/en.ts'
import type { BellMounting } from '../elements/bell-element.ts'
import { mountSocial } from '../social/mount-social.tsx'
import { Person } from './person.tsx'

/** Fills a shadow root with somebody. */
export const mount = (mounting: BellMounting): Promise<{ unmount: () => void }> => mountSocial(mounting, Person)
