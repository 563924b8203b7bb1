/**
 * Tells the page around how high this one is, and that somebody has to sign in; takes the token that it
 * gives, and where it is: there the discussion belongs, and the links to its comments lead. The page around is one of the org's: the policy lets no other show this.
 */
export const FRAME_SCRIPT = `'use strict'
const thread = document.querySelector('palaver-thread')
const tell = (message) => parent.postMessage(message, '*')
let told = 0
const measure = () => {
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height)
  if (height !== told) tell({ type: 'palaver:height', height: (told = height) })
}
new ResizeObserver(measure).observe(document.documentElement)
thread.addEventListener('palaver:login-required', () => tell({ type: 'palaver:login-required' }))
addEventListener('message', ({ source, data }) => {
  if (source !== parent || data === null || typeof data !== 'object') return
  if (data.type === 'palaver:page' && /^https?:/.test(data.url)) {
    document.querySelector('link[rel=canonical]').href = data.url
    document.title = String(data.title)
  }
  if (data.type !== 'palaver:token' || (data.token !== null && typeof data.token !== 'string')) return
  customElements.whenDefined('palaver-thread').then(() => thread.setToken(data.token))
})
tell({ type: 'palaver:frame' })
`
