/** How `/docs` looks, in light and dark, from a phone on. */
export const STYLE = `
:root {
  color-scheme: light dark; --ground: #fff; --raised: #f5f6f8; --line: #d9dce1; --text: #1b1f24; --quiet: #59626d;
  --link: #0b57a4; --get: #0b6b3a; --post: #0b57a4; --put: #7a4a00; --patch: #7a4a00; --delete: #a8201a; --bad: #a8201a;
  font: 1rem/1.55 system-ui, sans-serif; scroll-padding-top: 1rem;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171b; --raised: #1d2127; --line: #353b44; --text: #e5e8ec; --quiet: #a2abb6; --link: #7ab8ff;
    --get: #6fd39b; --post: #7ab8ff; --put: #f0b95c; --patch: #f0b95c; --delete: #ff8f87; --bad: #ff8f87;
  }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--text); overflow-wrap: break-word }
a { color: var(--link) }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
.skip { position: absolute; left: -99rem }
.skip:focus { left: 1rem; top: .5rem; background: var(--ground); padding: .25rem .5rem; z-index: 1 }
.frame { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 76rem; margin: 0 auto }
nav { position: sticky; top: 0; align-self: start; height: 100vh; overflow-y: auto; padding: 1.75rem 1rem 2rem 1.25rem;
  border-right: 1px solid var(--line); font-size: .9rem }
nav h2 { font-size: .75rem; letter-spacing: .06em; text-transform: uppercase; color: var(--quiet); margin: 1.25rem 0 .25rem }
nav ul { list-style: none; margin: 0; padding: 0 }
nav li a { display: block; padding: .15rem .35rem; border-radius: .25rem; color: inherit; text-decoration: none }
nav li a:hover { background: var(--raised) }
main { padding: 1.75rem 2rem 6rem }
h1 { margin: 0; line-height: 1.2; font-size: 1.75rem }
main > h2 { margin: 2.5rem 0 .75rem; font-size: 1.25rem }
h3 { margin: 1.25rem 0 .5rem; font-size: .95rem }
p { margin: .5rem 0 }
.quiet { color: var(--quiet) }
.bad { color: var(--bad) }
code, pre, .mono { font: .875rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace }
pre { background: var(--raised); border: 1px solid var(--line); border-radius: .375rem; padding: .75rem; margin: .5rem 0;
  overflow: auto; max-height: 30rem; white-space: pre-wrap; overflow-wrap: anywhere }
label { display: block; font-weight: 600; font-size: .9rem }
label small { font-weight: 400; color: var(--quiet) }
input, select, textarea { width: 100%; padding: .4rem .55rem; margin-top: .2rem; font: inherit; color: inherit;
  background: var(--ground); border: 1px solid var(--quiet); border-radius: .3rem }
textarea { min-height: 9rem; resize: vertical; font: .875rem/1.5 ui-monospace, Menlo, Consolas, monospace }
.about { display: grid; gap: .75rem 1.5rem; grid-template-columns: 1fr 1fr; margin: 1.25rem 0; padding: 1rem;
  background: var(--raised); border: 1px solid var(--line); border-radius: .5rem }
details.operation { border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0 }
details.operation > summary { display: flex; flex-wrap: wrap; gap: .1rem .75rem; align-items: baseline; padding: .6rem .9rem;
  cursor: pointer; list-style: none; border-radius: .5rem }
summary::-webkit-details-marker { display: none }
details.operation > summary:hover { background: var(--raised) }
.method { font-weight: 700; min-width: 3.75rem }
.get { color: var(--get) } .post { color: var(--post) } .put { color: var(--put) } .patch { color: var(--patch) }
.delete { color: var(--delete) }
.path { overflow-wrap: anywhere }
summary .quiet { flex-basis: 100%; font-size: .9rem }
.inside { padding: 0 .9rem 1rem; border-top: 1px solid var(--line) }
.fields { display: grid; gap: .85rem 1.25rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)) }
.about p, .fields p { margin: .15rem 0 0; font-size: .85rem }
.actions { display: flex; flex-wrap: wrap; gap: .75rem 1rem; align-items: center; margin-top: 1rem }
button { font: inherit; font-weight: 600; padding: .4rem 1.1rem; color: var(--ground); background: var(--link); border: 0;
  border-radius: .3rem; cursor: pointer }
button:disabled { opacity: .6 }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .3rem 1rem; margin: .5rem 0; font-size: .9rem }
dd { margin: 0 }
dd pre { margin-top: .25rem }
[hidden] { display: none !important }
@media (max-width: 52rem) {
  .frame { grid-template-columns: minmax(0, 1fr) }
  nav, .keys { display: none }
  main { padding: 1.25rem 1rem 4rem }
  .about { grid-template-columns: 1fr }
  dl { grid-template-columns: minmax(0, 1fr) }
  dd { margin-bottom: .5rem }
}
`
