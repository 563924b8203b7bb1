/** Where a page leaves what its service worker has to know. The worker has no other memory. */
export const CACHE = 'palaver'
/** For whom messages are shown here in full. */
export const PERSON = '/palaver-person'
/** What is shown in the place of a message for somebody else. */
export const HIDDEN = '/palaver-hidden'
