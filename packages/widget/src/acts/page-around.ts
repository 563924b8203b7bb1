/** Where readers find this discussion, and what the page is called: for mails and feeds that lead back to it. */
export function pageAround(): { url: string; title: string } {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href
  const here = new URL(canonical ?? location.href)
  here.hash = ''
  return { url: here.href, title: document.title.slice(0, 200) }
}
