/** Light and dark, on a phone and on a desk. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1d1b18; --quiet: #6a645c; --paper: #fbfaf7; --card: #fff; --line: #e2ddd4; --accent: #9c3d1f; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece7df; --quiet: #a59d92; --paper: #171513; --card: #211e1b; --line: #3a352f; --accent: #f0906d; } }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
main { max-width: 64rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 0; overflow-wrap: anywhere; }
.quiet { color: var(--quiet); margin: 0; }
form { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1rem 0; align-items: end; }
label { display: grid; gap: .2rem; font-size: .85rem; color: var(--quiet); }
select, .button { font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: .4rem; padding: .4rem .7rem; min-height: 2.5rem; text-decoration: none; }
select:focus-visible, .button:focus-visible, .table:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.campaign { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem; margin: 0 0 1.25rem; }
.head { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .5rem; align-items: baseline; }
.state { font-size: .8rem; border: 1px solid var(--line); border-radius: 1rem; padding: .1rem .6rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.5rem, 1fr)); gap: .75rem; margin: 1rem 0; padding: 0; }
.tiles div { border-left: 3px solid var(--line); padding-left: .6rem; }
.tiles dt { font-size: .8rem; color: var(--quiet); }
.tiles dd { margin: 0; font-size: 1.3rem; font-variant-numeric: tabular-nums; }
progress { width: 100%; height: .6rem; accent-color: var(--accent); }
.plot { min-height: 14rem; overflow: hidden; }
.u-legend { color: var(--quiet); font-size: .85rem; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .9rem; }
caption { text-align: start; padding-bottom: .4rem; }
th, td { text-align: end; padding: .35rem .6rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { text-align: start; }
#problem { border-inline-start: 4px solid var(--accent); padding: .6rem 1rem; background: var(--card); }
.foot { display: flex; justify-content: space-between; flex-wrap: wrap; gap: .5rem; margin-top: .75rem; }
`
