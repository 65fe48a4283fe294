import assert from "node:assert/strict"
import { Parser } from "htmlparser2"
import { canonicalAddress } from "../../../src/email/parse/headers/addresses.ts"
import type { ParsedMessage } from "../../../src/email/parse/message.ts"

/** What holds of every message, whatever it was made of. */
export function checkSound(message: ParsedMessage): void {
  const { subject, text, body, headers, attachments, references, flags, incomplete } = message
  for (const words of [subject, text, body, ...headers.flat()]) {
    assert.ok(words.isWellFormed(), "half a character")
    assert.ok(!/[^\P{Cc}\n\t]/u.test(words), "a control character")
  }
  assert.ok(!subject.includes("\n") && subject.length <= 1_000, "subject")
  assert.ok(references.length <= 50 && headers.length <= 500, "too many")
  for (const { name, address } of [message.from, ...message.to, ...message.cc, ...message.replyTo].filter(
    (one) => !!one,
  )) {
    assert.equal(canonicalAddress(address), address)
    assert.ok(!/[\p{Cc}\u202a-\u202e]/u.test(name), "a name")
  }
  assert.equal(flags.includes("no_sender"), message.from === undefined)
  assert.equal(body.includes("<em>This message could not be fully read.</em>"), incomplete !== undefined)
  const ids = checkMarkup(body)
  for (const { filename, mimeType, contentId, inline } of attachments) {
    assert.ok(filename.length > 0 && filename.length <= 255 && !/[/\\\p{Cc}\u202e]/u.test(filename), filename)
    assert.match(mimeType, /^[^\s/]+\/[^\s/]+$/)
    if (inline) assert.ok(mimeType.startsWith("image/") && ids.delete(contentId ?? ""), "inline and not shown")
  }
  assert.deepEqual([...ids], [], "shown and not there")
}

const allowedTags = new Set(
  "a abbr address b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt em figcaption figure font h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strike strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr".split(
    " ",
  ),
)
const allowedAttributes =
  /^(align|alt|bgcolor|border|cellpadding|cellspacing|class|color|cols|colspan|dir|face|height|lang|nowrap|rowspan|size|span|start|style|title|type|valign|width|href|src)$/

/** Gives the ids of the pictures that it shows. */
function checkMarkup(body: string): Set<string> {
  const ids = new Set<string>()
  const parser = new Parser({
    onopentag: (name, attributes) => {
      assert.ok(allowedTags.has(name), `<${name}>`)
      for (const attribute of Object.keys(attributes)) assert.match(attribute, allowedAttributes)
      const { href, src, style, class: kind } = attributes
      if (href !== undefined) assert.match(href, /^\s*(https?|mailto|tel):/i)
      if (src !== undefined) assert.match(src, /^(https?|cid):/i)
      if (src?.startsWith("cid:")) ids.add(src.slice(4))
      if (style !== undefined) assert.ok(!/url|expression|fixed|\\|@import/i.test(style), style)
      if (kind !== undefined)
        assert.match(kind, /^((gmail_quote|gmail_signature|yahoo_quoted|protonmail_quote|moz-cite-prefix) ?)+$/)
    },
    oncomment: () => assert.fail("a comment"),
    onprocessinginstruction: () => assert.fail("an instruction"),
  })
  parser.end(body)
  return ids
}
