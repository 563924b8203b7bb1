/** Where readers find this discussion, and what the page is called: for mails and feeds that lead back to it. */
export function pageAround(): { url: string; title: string } {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? ''
  const here = new URL(URL.canParse(canonical) ? canonical : location.href)
  here.hash = ''
  return { url: here.href, title: document.title.slice(0, 200) }
}

/** The same, to be told to the service; it knows its own pages, and they are not where a discussion belongs. */
export function pageToTell(base: string): Partial<ReturnType<typeof pageAround>> {
  const page = pageAround()
  return page.url.startsWith(`${base}/embed/`) ? {} : page
}
