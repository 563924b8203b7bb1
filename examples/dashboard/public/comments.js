/** Who is signed in here is known to the app alone: it is asked for a token, and again when that one has ended. */
async function token() {
  const answer = await fetch('/palaver-token')
  if (!answer.ok) throw new Error('You are no longer signed in.')
  return answer.text()
}

for (const name of ['palaver-thread', 'palaver-bell']) {
  await customElements.whenDefined(name)
  for (const element of document.querySelectorAll(name)) element.setToken(token)
}
