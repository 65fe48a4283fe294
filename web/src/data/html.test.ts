import assert from "node:assert/strict"
import { test } from "node:test"
import { htmlOf } from "./html.ts"

test("what was typed arrives as it was typed", () => {
  assert.equal(htmlOf("Hello\nAnn\n\nBye"), "<p>Hello<br>Ann</p><p>Bye</p>")
  assert.equal(
    htmlOf('  a < b & <b>c</b> "d"\n \n\n e '),
    "<p>a &lt; b &amp; &lt;b&gt;c&lt;/b&gt; &quot;d&quot;</p><p>e</p>",
  )
})
