import assert from "node:assert/strict"
import { resolve } from "node:path"
import { after, before, describe, test } from "node:test"
import fc from "fast-check"
import type { Browser, Page } from "playwright-core"
import { build } from "vite"
import { openChromium } from "./chromium.ts"

const origin = "http://bodies.test"
const web = resolve(import.meta.dirname, "../../../web/src")

let browser: Browser
let page: Page

/** The application's own modules in a real browser, on a page without a policy. */
before(async () => {
  const files = await bundle({ messages: `${web}/threads/sanitize.ts`, editor: `${web}/editor/contents.ts` })
  browser = await openChromium()
  page = await browser.newPage()
  await page.route(`${origin}/**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(1)
    const body = files.get(name)
    return body === undefined
      ? route.fulfill({ contentType: "text/html", body: "<!doctype html><body></body>" })
      : route.fulfill({ contentType: "text/javascript", body })
  })
  await page.goto(origin)
  await page.evaluate(`Promise.all([import("/messages.js"), import("/editor.js")]).then(([messages, editor]) => {
    const words = { quoted: "", picture: () => "" }
    // A body that was cleaned before comes from the cache: each has a number of its own.
    let count = 0
    window.functions = {
      show: (html) => document.body.replaceChildren(
        messages.cleanMessage(html + ++count, { frame: window, images: false, words }).content),
      paste: (html) => editor.sliceOf(html, window),
      edit: (html) => editor.htmlOf(editor.contentsOf(html, window)),
    }
  })`)
})
after(() => browser?.close())

async function bundle(input: Record<string, string>): Promise<Map<string, string>> {
  const built = await build({
    configFile: false,
    root: web,
    logLevel: "error",
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input,
        preserveEntrySignatures: "strict",
        output: { entryFileNames: "[name].js", chunkFileNames: "[name].js" },
      },
    },
  })
  const outputs = [built].flat().flatMap((one) => ("output" in one ? one.output : []))
  return new Map(outputs.flatMap((file) => (file.type === "chunk" ? [[file.fileName, file.code] as const] : [])))
}

type Work = "show" | "paste" | "edit"

/** The shortest of some calls: other work on the machine only lengthens one. */
function costOf(work: Work, html: string): Promise<number> {
  return page.evaluate(`((html) => {
    const costs = [1, 2, 3].map(() => {
      const begun = performance.now()
      window.functions.${work}(html)
      return performance.now() - begun
    })
    document.body.replaceChildren()
    return Math.min(...costs)
  })(${JSON.stringify(html)})`)
}

const numbered = (piece: (index: number) => string) => (length: number) => {
  const parts: string[] = []
  for (let index = 0, size = 0; size < length; index++) {
    const part = piece(index)
    parts.push(part)
    size += part.length
  }
  return parts.join("")
}
const repeated = (piece: string) => numbered(() => piece)

const formats = Array.from({ length: 150 }, (_, size) => `<font size=${size}>`).join("")
const known: Record<string, (length: number) => string> = {
  "open angle brackets": repeated("<"),
  "open tags": repeated("<a "),
  "open comments": repeated("<!--"),
  "nested blocks": repeated("<div>"),
  "nested quotes": repeated("<blockquote type=cite>"),
  "nested tables": repeated("<table><tr><td>"),
  "nested unknown elements": (length) => `${"<x>".repeat(190)}${repeated("<i>y</i>")(length)}`,
  "quotes beside each other": repeated("<blockquote type=cite>x</blockquote>"),
  "formatting that is never closed": (length) => `<p>${formats}</p>${repeated("<p>x</p>")(length)}`,
  "formatting that only seems to be closed": (length) =>
    `<p>${formats}</p><!--${"</font>".repeat(150)}-->${repeated("<p>x</p>")(length)}`,
  attributes: (length) => `<p ${numbered((index) => `a${index}=1 `)(length)}>x</p>`,
  "one long style": (length) => `<p style="${numbered((index) => `--a${index}:1;`)(length)}">x</p>`,
  "many styles": repeated('<p style="color:red;--a:url(x);font:1px x">x</p>'),
  links: repeated("http://a.example/ "),
  "a link that ends in full stops": (length) => `http://a.example/${".".repeat(length)}x`,
  entities: repeated("&amp;&#x41;&lt"),
  "one long word": repeated("x"),
  pictures: repeated('<img src="cid:a">'),
  lists: repeated("<ul><li>x"),
}

const lengths = [15_000, 60_000, 240_000]

/** Four times the length may take eight times as long: quadratic growth takes sixteen. */
async function checkGrowth(work: Work, bodyOf: (length: number) => string): Promise<void> {
  let before = 0
  for (const length of lengths) {
    const cost = await costOf(work, bodyOf(length))
    const most = 8 * Math.max(before, 200)
    assert.ok(cost <= most, `${work} took ${cost} ms for ${length} characters, and ${before} ms for a quarter of them`)
    before = cost
  }
}

for (const work of ["show", "paste", "edit"] as const)
  describe(`to ${work} a body takes time in proportion to its length`, () => {
    for (const [name, bodyOf] of Object.entries(known)) test(name, () => checkGrowth(work, bodyOf))

    test("whatever it is made of", async () => {
      const piece = fc.constantFrom(
        ...["<", "<a b='", '<a b="', "<!--", "-->", "<b>", "</b>", "<font size=1>", "<p>", "</p>", "<div>", "</div>"],
        ...["<blockquote>", "</blockquote>", "<table><tr><td>", "</table>", "<li>", "<ul>", "<style>", "</style>"],
        ...[
          "<svg>",
          "<math>",
          "<select>",
          "<x>",
          "</x>",
          "&amp;",
          "&#",
          "x",
          " ",
          "\n",
          "http://a.example",
          ".",
          "<br>",
        ],
      )
      const pieces = fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""))
      await fc.assert(
        fc.asyncProperty(pieces, pieces, (start, unit) =>
          checkGrowth(work, (length) => start + repeated(unit)(length)),
        ),
        { numRuns: 15 },
      )
    })
  })
