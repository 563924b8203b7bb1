export const PAGE_STYLE = `
:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif }
:root[data-theme=light] { color-scheme: light }
:root[data-theme=dark] { color-scheme: dark }
body { margin: 0; overflow-wrap: break-word }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1.25rem 4rem }
h1 { margin: 0 0 1.5rem; font-size: 1.6rem; line-height: 1.25; text-wrap: balance }
h1 a { color: inherit; text-decoration-thickness: 1px; text-underline-offset: .2em }
palaver-thread { display: block }
palaver-thread > ol, palaver-thread > ol ol { list-style: none; margin: 0; padding: 0 }
palaver-thread > ol ol { padding-inline-start: 1.25rem; border-inline-start: 2px solid color-mix(in srgb, currentcolor 15%, transparent) }
palaver-thread article { padding: .5rem 0 }
palaver-thread article p { margin: 0 0 .25rem }
palaver-thread time { opacity: .75; font-size: .875em }
`

/** In a frame the host's page has the room around it, all but what the ring around something at the edge takes. */
export const FRAME_STYLE = `${PAGE_STYLE}
main { max-width: none; padding: 4px }
:root { background: transparent; overflow: clip }
`
