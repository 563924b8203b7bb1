import type { Collection } from '@palaver/store'
import { joinedReads } from '../joined-reads.ts'
import { mailAddress } from './address.ts'
import type { Signer } from './mail-key.ts'
import type { Bounce, Mailbox } from './model.ts'

type Needs = {
  mailboxes: Collection<Mailbox>
  signer: Signer
  /** As it is at this moment: nothing is kept of who was erased. */
  isErased: (whose: { org: string; id: string }) => Promise<boolean>
  now: () => number
}
type Whose = { org: string; person: string; address: string }
export type State = Pick<Mailbox, 'suppressed' | 'lastDigest' | 'day' | 'mails'>
type Counting = { window: string; day: string; isDigest: boolean }
export type Report = { kind: Bounce; status?: string | undefined }

const STOPS_AT = 4
const SCORES = { soft: 1, hard: 2 }
/** There is no such mailbox, or it is closed for good. */
const NO_SUCH = /^5\.1\.[12]|^5\.2\.1|^5\.7\.13/
const FORGOTTEN_MS = 30 * 24 * 3_600_000
const MOST_OF_ONE_ADDRESS = 100
const NONE: State = { suppressed: null, lastDigest: null, day: '', mails: 0 }

/** What became of mails to each address, and how many went there today. */
export class Mailboxes {
  readonly #needs: Needs

  constructor(needs: Needs) {
    this.#needs = needs
  }

  async of({ person, address }: Whose): Promise<State> {
    const known = await joinedReads(this.#needs.mailboxes).get(person)
    if (known === null) return NONE
    const isSame = known.address === (await this.#hashed(address))
    return isSame ? known : { ...known, suppressed: null }
  }

  /** Counts a mail that is about to go out, once for its window. */
  async count(whose: Whose, { window, day, isDigest }: Counting): Promise<void> {
    const { mailboxes, isErased, now } = this.#needs
    const address = await this.#hashed(whose.address)
    const at = new Date(now()).toISOString()
    let isNew = false
    await mailboxes.change(whose.person, (known, to) => {
      isNew = known === null
      const fresh = { ...blank(whose, address), ...(isDigest && { lastDigest: at }), day, mails: 1, counted: window }
      if (known === null) return to.insert(fresh)
      if (known.counted === window) return null
      const mails = known.day === day ? known.mails + 1 : 1
      const bounces = known.address === address ? {} : { address, score: 0, scored: null, suppressed: null }
      return to.change({
        $set: { ...bounces, day, mails, counted: window, ...(isDigest && { lastDigest: at }) },
      })
    })
    // Who was erased meanwhile was looked through before this came: it must not stay.
    const { org, person: id } = whose
    if (isNew && (await isErased({ org, id }))) await mailboxes.remove({ _id: id })
  }

  /** Of the person, where they have that address still. */
  async bounced(whose: Whose, report: Report): Promise<void> {
    await this.#note(whose.person, { ...report, address: await this.#hashed(whose.address) })
  }

  /** Of whoever it is; how many that were. */
  async bouncedPerson(org: string, person: string, report: Report): Promise<number> {
    const known = await this.#needs.mailboxes.get(person)
    if (known?.org !== org) return 0
    await this.#note(person, { ...report, address: known.address })
    return 1
  }

  async bouncedAddress(org: string, text: string, report: Report): Promise<number> {
    const usable = mailAddress(text)
    if (usable === null) return 0
    const address = await this.#hashed(usable)
    const where = { org, address }
    const { docs } = await this.#needs.mailboxes.find({ where, limit: MOST_OF_ONE_ADDRESS, next: false })
    for (const { _id } of docs) await this.#note(_id, { ...report, address })
    return docs.length
  }

  async #note(person: string, { kind, status, address }: Report & { address: string }): Promise<void> {
    const { mailboxes, now } = this.#needs
    const scored = new Date(now()).toISOString()
    await mailboxes.change(person, (known, to) => {
      if (known === null || known.address !== address || known.suppressed === 'complaint') return null
      const isOld = known.scored === null || Date.parse(known.scored) < now() - FORGOTTEN_MS
      const isFinal = kind === 'complaint' || (kind === 'hard' && NO_SUCH.test(status ?? ''))
      const score = isFinal ? STOPS_AT : (isOld ? 0 : known.score) + SCORES[kind]
      const suppressed = score >= STOPS_AT ? kind : known.suppressed
      return to.change({ $set: { score, scored, suppressed } })
    })
  }

  /** Upper and lower case of the part before the @ are taken as one: hardly any server tells them apart. */
  async #hashed(address: string): Promise<string> {
    return (await this.#needs.signer.sign('address', address.toLowerCase())).toString('base64url')
  }
}

const blank = ({ org, person }: Whose, address: string): Mailbox => ({
  _id: person,
  org,
  address,
  score: 0,
  scored: null,
  suppressed: null,
  day: '',
  mails: 0,
  counted: null,
  lastDigest: null,
})
