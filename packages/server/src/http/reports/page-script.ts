/** Asks for the numbers and shows them: as pictures, and as a table for whoever does not see those. */
export const PAGE_SCRIPT = `'use strict'
const link = location.pathname.split('/').pop()
const main = document.querySelector('#reports')
const problem = document.querySelector('#problem')
const controls = document.querySelector('form')
const DAY = 86400000
const STATES = { on: 'Running', paused: 'Paused', archived: 'Ended', draft: 'Draft' }
const whole = new Intl.NumberFormat()
const money = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 6 })
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 2 })
const COLUMNS = [
  ['impressions', 'Impressions', (n) => whole.format(n)],
  ['viewable', 'Viewable', (n) => whole.format(n)],
  ['clicks', 'Clicks', (n) => whole.format(n)],
  ['ctr', 'Click rate', (n) => percent.format(n)],
  ['conversions', 'Conversions', (n) => whole.format(n)],
  ['spend', 'Spend', (n) => money.format(n / 1e6)],
]
let plots = []
let shown = ''

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

function labelOf(by, { key, label }, timeZone) {
  if (by !== 'hour') return label ?? (key === '' ? 'None' : key)
  return new Date(key).toLocaleString(undefined, { timeZone, dateStyle: 'short', timeStyle: 'short' })
}

function tiles(total) {
  const all = [...COLUMNS.map(([name, label, show]) => [label, show(total[name])]), ['People reached', total.reach === null ? 'Known by whole days' : '≈ ' + whole.format(total.reach)]]
  return element('dl', { class: 'tiles' }, ...all.map(([label, value]) =>
    element('div', {}, element('dt', {}, label), element('dd', {}, value))))
}

function table(report) {
  const { by, lines, campaign } = report
  const head = element('tr', {}, element('th', { scope: 'col' }, by[0].toUpperCase() + by.slice(1)), ...COLUMNS.map(([, label]) => element('th', { scope: 'col' }, label)))
  const rows = lines.map((line) => element('tr', {},
    element('th', { scope: 'row' }, labelOf(by, line, campaign.timeZone)),
    ...COLUMNS.map(([name, , show]) => element('td', {}, show(line[name])))))
  const body = lines.length === 0 ? [element('tr', {}, element('td', { colspan: COLUMNS.length + 1 }, 'Nothing in this time.'))] : rows
  const made = element('table', {}, element('caption', { class: 'quiet' }, campaign.name + ' by ' + by), element('thead', {}, head), element('tbody', {}, ...body))
  return element('div', { class: 'table', tabindex: '0', role: 'group', 'aria-label': 'Numbers of ' + campaign.name }, made)
}

function download({ campaign, by, from, until }) {
  const address = '/v1/promo/shared/' + encodeURIComponent(link) + '/campaigns/' + campaign.id + '/report.csv'
  return element('a', { class: 'button', href: address + '?' + new URLSearchParams({ by, from, until }), download: '' }, 'Download CSV')
}

/** Of what happens one after the other only. */
function plot(report, into) {
  if ((report.by !== 'day' && report.by !== 'hour') || typeof uPlot === 'undefined' || report.lines.length === 0) return into.remove()
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name)
  const times = report.lines.map(({ key }) => Date.parse(report.by === 'day' ? key + 'T12:00:00Z' : key) / 1000)
  const axis = { stroke: colour('--quiet'), grid: { stroke: colour('--line') }, ticks: { stroke: colour('--line') } }
  const bars = uPlot.paths.bars({ size: [0.6, 60] })
  const series = [
    {},
    { label: 'Impressions', stroke: colour('--quiet'), fill: colour('--line'), paths: bars, points: { show: false } },
    { label: 'Viewable', stroke: colour('--ink'), width: 2, points: { show: times.length < 40 } },
    { label: 'Clicks', stroke: colour('--accent'), width: 2, scale: 'clicks', points: { show: times.length < 40 } },
  ]
  const axes = [axis, { ...axis, size: 60 }, { ...axis, scale: 'clicks', side: 1, grid: { show: false } }]
  const step = report.by === 'day' ? 86400 : 3600
  const range = (_plot, least, most) => [least - step, most + step]
  const options = { scales: { x: { range } }, width: Math.max(260, into.clientWidth), height: 240, series, axes, tzDate: (at) => uPlot.tzDate(new Date(at * 1000), report.by === 'day' ? 'UTC' : report.campaign.timeZone) }
  const values = ['impressions', 'viewable', 'clicks'].map((name) => report.lines.map((line) => line[name]))
  plots.push({ made: new uPlot(options, [times, ...values], into), into })
}

function section(report) {
  const { campaign, total } = report
  const into = element('div', { class: 'plot', role: 'img', 'aria-label': 'Impressions, viewable ones and clicks of ' + campaign.name + ' over time; the table below has the numbers' })
  const used = Math.max(campaign.spent, total.spend)
  const made = element('section', { class: 'campaign' },
    element('div', { class: 'head' }, element('h2', {}, campaign.name), element('span', { class: 'state' }, STATES[campaign.state])),
    element('p', { class: 'quiet' }, money.format(used / 1e6) + ' of ' + money.format(campaign.budget / 1e6) + ' spent; days and hours in ' + campaign.timeZone + '.'),
    element('progress', { max: campaign.budget, value: used, 'aria-label': 'Part of the budget that is spent' }),
    tiles(total), into, table(report),
    element('div', { class: 'foot' }, element('span', { class: 'quiet' }, report.isComplete ? '' : 'More is still coming in.'), download(report)))
  return { made, into, report }
}

/** From the beginning of a day, because who was reached is known by whole days. */
function span(days) {
  if (days === 30) return {}
  const until = Date.now() + 3600000
  const from = new Date()
  from.setDate(from.getDate() - Math.min(days, 91))
  from.setHours(0, 0, 0, 0)
  return { until: new Date(until).toISOString(), from: new Date(Math.max(from, until - 92 * DAY)).toISOString() }
}

async function load() {
  const { by, days } = Object.fromEntries(new FormData(controls))
  const query = new URLSearchParams({ by, ...span(Number(days)) })
  const { body, wrong } = await ask('/v1/promo/shared/' + encodeURIComponent(link) + '?' + query)
  problem.textContent = wrong ?? ''
  problem.hidden = wrong === undefined
  const key = JSON.stringify(body)?.replace(/"(from|until)":"[^"]*"/g, '')
  if (body === undefined || key === shown) return
  shown = key
  show(body)
}

async function ask(address) {
  try {
    const answer = await fetch(address)
    const body = await answer.json()
    return answer.ok ? { body } : { wrong: body.detail }
  } catch {
    return { wrong: 'The service cannot be reached; this is tried again in a moment.' }
  }
}

function show({ advertiser, reports }) {
  document.title = 'Reports for ' + advertiser
  document.querySelector('h1').textContent = advertiser
  plots = []
  const sections = reports.map(section)
  main.replaceChildren(...(sections.length === 0 ? [element('p', {}, 'No campaign has begun yet.')] : sections.map(({ made }) => made)))
  for (const { report, into } of sections) plot(report, into)
}

controls.addEventListener('change', load)
controls.addEventListener('submit', (event) => event.preventDefault())
addEventListener('resize', () => { for (const { made, into } of plots) made.setSize({ width: into.clientWidth, height: 240 }) })
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { shown = ''; load() })
setInterval(() => { if (!document.hidden) load() }, 10000)
load()
`
