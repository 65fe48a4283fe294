import { resolve } from "node:path"
import type { Page } from "playwright-core"
import { build } from "vite"
import { sharedChromium } from "./chromium.ts"

const origin = "http://bodies.test"
const web = resolve(import.meta.dirname, "../../../web/src")

/** What the application does with the body of a message. */
export const bodyFunctions = ["show", "paste", "edit"] as const
export type BodyFunction = (typeof bodyFunctions)[number]

/** The application's own modules in a real browser, on a page without a policy: `functions` has one of each kind. */
export async function openBodyPage(): Promise<Page> {
  const files = await bundle({ messages: `${web}/ui/message-body/sanitize.ts`, editor: `${web}/ui/editor/contents.ts` })
  const page = await (await sharedChromium()).newPage()
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
  return page
}

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

const numbered = (piece: (index: number) => string) => (length: number) => {
  const parts: string[] = []
  for (let index = 0, size = 0; size < length; index++) {
    const part = piece(index)
    parts.push(part)
    size += part.length
  }
  return parts.join("")
}
export const repeated = (piece: string) => numbered(() => piece)

const formats = Array.from({ length: 150 }, (_, size) => `<font size=${size}>`).join("")
/** Bodies that have taken, or might take, time that grows faster than their length. */
export const slowBodies: Record<string, (length: number) => string> = {
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
