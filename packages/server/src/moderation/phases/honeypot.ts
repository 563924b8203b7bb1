import { definePhase } from './phase.ts'

/** Only a program fills in what nobody sees. */
export const honeypot = definePhase({
  name: 'honeypot',
  settings: {},
  look: async ({ honeypot: filled }) =>
    filled === '' ? null : { is: 'refuse', reason: 'A field was filled in that is to be left empty.' },
})
