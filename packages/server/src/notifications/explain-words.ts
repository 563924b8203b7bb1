import type { Skip } from './model.ts'

/** Why somebody was not told. Some of it nobody notes, because it can be worked out; the last are of that kind. */
export type Why =
  | Skip
  | 'not-shown'
  | 'not-involved'
  | 'joined-later'
  | 'mentioned-before'
  | 'edit'
  | 'tells-nobody'
  | 'too-many'
  | 'not-set-up'
  | 'given-up'

/** For people; `they` are whom it is asked about. */
export const WORDS: Readonly<Record<Why, string>> = {
  'own-act': 'It is their own act.',
  guest: 'They are a guest: guests are not told of anything.',
  'unknown-person': 'Nobody of that id is known.',
  erased: 'The person was erased.',
  banned: 'They are banned.',
  'muted-discussion': 'They have muted this discussion, or all such discussions.',
  'muted-topic': 'They have muted the topic that it is in, or one above that.',
  level: 'The level that they chose here, or for its topic, does not tell of this.',
  'muted-author': 'They have muted whoever did it.',
  blocked: 'There is a block between them and whoever did it.',
  'muted-type': 'They have muted all resources of this type.',
  'muted-all': 'They had muted everything for a while.',
  'no-access': 'They may not see it.',
  'not-there': 'It is not there, or not published, any more.',
  'no-longer-mentioned': 'It does not mention them any more.',
  'muted-words': 'There are words in it that they have muted.',
  'told-before': 'They were told of the same before.',
  'already-read': 'They had read it already.',
  preference: 'Their preferences turn this off.',
  unsubscribed: 'They have unsubscribed by a link in a mail.',
  'no-address': 'There is no address to send to.',
  bounced: 'Mail to their address came back.',
  'no-subscription': 'No browser of theirs takes push messages.',
  'seen-recently': 'They had just been there.',
  'too-old': 'It was too old by the time it could be sent.',
  'before-restore': 'It is older than the backup that was put back.',
  superseded: 'Something newer took its place.',
  'not-shown': 'It is not shown to them.',
  'not-involved': 'It was not about them: no mention, no reply to them, and they neither take part nor watch.',
  'joined-later': 'They neither wrote there nor watched it yet.',
  'mentioned-before': 'They were mentioned before this edit, too: only those newly mentioned are told.',
  edit: 'An edit tells only those whom it newly mentions.',
  'tells-nobody': 'Such an event takes back what was told before, or tells nobody.',
  'too-many': 'Too many take part or watch: beyond 10,000 only those whom it concerns by name are told.',
  'not-set-up': 'This service does not use that channel.',
  'given-up': 'It could not be sent, and is not tried again by itself.',
}
