import { firstNameOf, samples } from './users.mjs'

const CODES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text) => String(text).replace(/[&<>"]/g, (sign) => CODES[sign])

/** HTML in which everything that is put in is text, unless it was made here. */
function html(parts, ...values) {
  const put = (value) => (Array.isArray(value) ? value.map(put).join('') : (value?.html ?? escaped(value ?? '')))
  return { html: String.raw({ raw: parts }, ...values.map(put)) }
}

function page({ title, body, head = html`` }) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Quayside</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/style.css" />
        ${head}
      </head>
      <body>
        ${body}
      </body>
    </html>`.html
}

/** For somebody who is signed in; the script asks the app for a token whenever Palaver needs one. */
function inside({ title, user, settings: { palaver, org }, main }) {
  const head = html`<script async src="${palaver}/embed.js"></script>
    <script type="module" src="/comments.js"></script>`
  const body = html`<header class="bar">
      <a class="brand" href="/">Quayside</a>
      <span class="who">${user.name}</span>
      <palaver-bell org="${org}"></palaver-bell>
      <form method="post" action="/logout"><button class="quiet">Sign out</button></form>
    </header>
    <main>${main}</main>`
  return page({ title, body, head })
}

export function loginPage(problem = '') {
  const people = samples.map(
    (user) => html`<li><code>${firstNameOf(user)}</code> ${user.isLead ? 'all teams' : user.team}</li>`,
  )
  const body = html`<main class="door">
    <h1>Quayside</h1>
    <p>Shipments, and what is said about them.</p>
    <form method="post" action="/login">
      ${problem === '' ? '' : html`<p class="problem" role="alert">${problem}</p>`}
      <label>Name <input name="name" autocomplete="username" required autofocus /></label>
      <label>Password <input name="password" type="password" autocomplete="current-password" required /></label>
      <button>Sign in</button>
    </form>
    <p class="soft">Sample people; each one's password is their name:</p>
    <ul class="people">
      ${people}
    </ul>
  </main>`
  return page({ title: 'Sign in', body })
}

export function shipmentsPage({ user, shipments, settings }) {
  const rows = shipments.map(
    ({ id, goods, from, to, state, due }) =>
      html`<tr>
        <td><a href="/shipments/${id}">${goods}</a><span class="soft">${id}</span></td>
        <td>${from} → ${to}</td>
        <td>${stateOf(state)}</td>
        <td>${due}</td>
      </tr>`,
  )
  const main = html`<h1>Shipments</h1>
    <div class="card">
      <table>
        <thead>
          <tr>
            <th>Goods</th>
            <th>Route</th>
            <th>State</th>
            <th>Due</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>`
  return inside({ title: 'Shipments', user, settings, main })
}

export function shipmentPage({ user, shipment: { id, goods, from, to, state, due }, settings }) {
  const main = html`<p class="soft"><a href="/">Shipments</a> / ${id}</p>
    <h1>${goods}</h1>
    <dl class="card facts">
      <div>
        <dt>Route</dt>
        <dd>${from} → ${to}</dd>
      </div>
      <div>
        <dt>State</dt>
        <dd>${stateOf(state)}</dd>
      </div>
      <div>
        <dt>Due</dt>
        <dd>${due}</dd>
      </div>
    </dl>
    <div class="card talk">
      <palaver-thread org="${settings.org}" resource="shipment:${id}"></palaver-thread>
    </div>`
  return inside({ title: goods, user, settings, main })
}

export function notFoundPage({ user, settings }) {
  const main = html`<h1>Not here</h1>
    <p>There is no such shipment, or it is not yours to see. <a href="/">All of yours</a></p>`
  return inside({ title: 'Not here', user, settings, main })
}

const stateOf = (state) => html`<span class="state ${state.replace(' ', '-')}">${state}</span>`
