import { escaped } from '../../api/markup.ts'
import { recipeText, RECIPES } from '../recipes.ts'
import { page } from './layout.ts'

/** How it comes to a site of one's own, with the address and the data folder of this service filled in. */
export function addPage(address: string, folder: string): string {
  const body = `<div class="narrow desk">
<h1>Add it to your site</h1>
<p class="standfirst">Two lines of HTML below an article. Everything else on this page can wait until you need it.</p>

<h2><span class="step">1</span> Two lines</h2>
<p>Put them where the conversation goes. <code>resource</code> is a type and an id of your own; the same one is the same discussion,
on any page.</p>
${code(snippet(address))}
<p>Elsewhere, if you like: how many comments an article has, and a bell for whoever is signed in.</p>
${code(EXTRAS)}

<h2><span class="step">2</span> Tell who your users are</h2>
<p>Your server signs a token for whoever is signed in, with a secret that it shares with Palaver. This shows the secret of the
demo, to try it out here; without <code>PALAVER_DATA</code> it is that of the service that you run later.</p>
${code(`PALAVER_DATA=${folder} npm run palaver -- org --keys`)}
${recipes()}
<p>Each prints a token when you run it with <code>COMMENTS_ORG=main</code> and that secret as <code>COMMENTS_SECRET</code>.</p>
<p>Give it to the element as its attribute <code>token</code>, or by script. Nobody needs a second account.</p>
${code(SET_TOKEN)}

<h2><span class="step">3</span> Make it yours</h2>
<p>Attributes: <code>theme</code>, <code>locale</code>, <code>order</code>, <code>view</code>, <code>live</code>. Colours and type by custom properties:</p>
${code(STYLE)}

<h2><span class="step">4</span> Before others come</h2>
<ul class="checks">
<li><strong>Run the service, not the demo:</strong> <code>npm run palaver -- start</code>. It has none of these people, and refuses the
demo’s data.</li>
<li><strong>Put it behind HTTPS</strong> at an address of its own: set <code>PALAVER_URL</code> to it, <code>PALAVER_HOST</code> where your proxy
is on another machine, and <code>PALAVER_TRUST_PROXY</code> to the number of proxies.</li>
<li><strong>Say where your pages are:</strong> <code>npm run palaver -- org --set 'origins=["https://example.org"]'</code>.</li>
<li><strong>Keep the secret on your server.</strong> Tokens are short-lived; the page asks yours for the next one.</li>
<li><strong>Send mail:</strong> <code>PALAVER_SMTP_URL</code> and <code>PALAVER_MAIL_FROM</code>. Until then mails are files in the outbox.</li>
<li><strong>Content-Security-Policy</strong> of your pages:
<code>script-src ${escaped(address)}; connect-src ${escaped(address)}; style-src ${escaped(address)}</code>. Nothing inline is needed; this page has none.</li>
<li><strong>Back it up:</strong> <code>npm run palaver -- backup backups/today.sqlite</code>, while it runs.</li>
</ul>
<p class="quiet">The API is at <a href="/docs">/docs</a>; guides are in the folder <code>docs</code>.</p>
</div>`
  return page({ title: 'Add it to your site · The Long Table', kind: 'desk-page', path: '/demo/add', body })
}

const snippet = (address: string): string => `<script async src="${address}/embed.js"></script>
<palaver-thread resource="article:42"></palaver-thread>`

const EXTRAS = `<palaver-count resource="article:42"></palaver-count>
<palaver-bell></palaver-bell>`

const SET_TOKEN = `const thread = document.querySelector('palaver-thread')
await customElements.whenDefined('palaver-thread')
thread.setToken(async () => (await fetch('/my-token-endpoint')).text())
thread.addEventListener('palaver:login-required', () => location.assign('/login'))`

const STYLE = `palaver-thread {
  --palaver-accent: #9c3d1f;
  --palaver-font: Georgia, serif;
  --palaver-radius: 2px;
}`

const code = (text: string): string =>
  `<div class="code"><button type="button" data-copy hidden>Copy</button><pre tabindex="0"><code>${escaped(text)}</code></pre></div>`

/** One of them at a time, chosen without a script. */
const recipes = (): string => `<fieldset class="recipes">
<legend>A token, in the language of your server</legend>
${RECIPES.map(({ name }, at) => `<input type="radio" name="language" id="in-${name.toLowerCase()}"${at === 0 ? ' checked' : ''}><label for="in-${name.toLowerCase()}">${name}</label>`).join('\n')}
${RECIPES.map(({ name, file }) => `<div class="recipe ${name.toLowerCase()}">${code(recipeText(file))}</div>`).join('\n')}
</fieldset>`
