import { isbot } from 'isbot'
import { remembered } from './remembered.ts'

/** All that shows pages to people calls itself one of these first. */
const BROWSER = /^(?:Mozilla|Opera|UCWEB|HbbTV)\/\d/
/** No browser says more of itself. */
const LONGEST = 2048

/** Programs that call themselves browsers and that `isbot` does not know. */
const PROGRAMS = [
  // Tools that measure pages or take pictures of them.
  /GTmetrix|Miniature\.io\/|\bYLT Chrome\/|\bTSM-turingos/,
  // Editors and other programs in which a machine looks at pages.
  /\b(?:Code|Trae)\/\d[\d.]* Chrome\/[\d.]+ Electron\/|\bFluid\/\d/,
  // Fetchers of previews. People in the apps of the same names say more, or something else, at the end.
  /\bMetaIAB Facebook$|\bBuild\/AP3A\.240617\.008; wv\).* Instagram .*\bIABMV\/1\) NV\/1$/,
]

const REMEMBERED = 2_000

const judge = (userAgent: string): boolean =>
  !BROWSER.test(userAgent) || isbot(userAgent) || PROGRAMS.some((program) => program.test(userAgent))

const judged = remembered(judge, REMEMBERED)

/** Whether a machine says of itself that it is one, or nothing that a browser would say. */
export const isBot = (userAgent: string): boolean => userAgent.length > LONGEST || judged(userAgent.trim())
