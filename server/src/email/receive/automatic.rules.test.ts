import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { answersByItself, automaticSigns } from "./automatic.ts"
import type { Envelope } from "./envelope.ts"

const signsOf = (headers: [string, string][], { from = "mary@elsewhere.example", envelope = {} as Envelope } = {}) =>
  automaticSigns({ headers, envelope, from })

describe("signs that a machine sent it", () => {
  test("Auto-Submitted in any case, with parameters, of any kind (L1)", () => {
    for (const value of ["auto-replied", "auto-generated", "AUTO-NOTIFIED", " Auto-Replied ; x=y", "auto-future"])
      for (const name of ["auto-submitted", "Auto-Submitted"])
        assert.deepEqual(signsOf([[name, value]]), ["auto-submitted"], value)
  })

  test("Auto-Submitted: no is a person, however it is written (L2)", () => {
    for (const value of ["no", "NO", " No ", "no; reason=x", ""])
      assert.deepEqual(signsOf([["auto-submitted", value]]), [], value)
  })

  test("what others write instead, in any case (L3)", () => {
    const found: [string, string, string][] = [
      ["x-auto-response-suppress", "OOF, AutoReply", "auto-response-suppress"],
      ["x-auto-response-suppress", "ALL", "auto-response-suppress"],
      ["precedence", "BULK", "precedence"],
      ["precedence", "junk", "precedence"],
      ["precedence", "Auto_Reply", "precedence"],
      ["precedence", "list", "list"],
      ["list-id", "<news.elsewhere.example>", "list"],
      ["list-unsubscribe", "<mailto:x@elsewhere.example>", "list"],
      ["x-autoreply", "yes", "autoreply"],
      ["x-autorespond", "1", "autoreply"],
      ["x-loop", "support@scenario.example", "loop"],
      ["feedback-id", "1:2:3", "feedback"],
    ]
    for (const [name, value, sign] of found) assert.deepEqual(signsOf([[name, value]]), [sign], `${name}: ${value}`)
    const people: [string, string][] = [
      ["x-auto-response-suppress", "None"],
      ["precedence", "normal"],
      ["x-autoreply", "no"],
      ["subject", "Auto-Submitted: auto-replied"],
    ]
    assert.deepEqual(signsOf(people), [])
  })

  test("the null sender, and names that no person has (L4)", () => {
    assert.deepEqual(signsOf([["return-path", "<>"]]), ["null-sender"])
    assert.deepEqual(signsOf([], { envelope: { from: "" } }), ["null-sender"])
    assert.deepEqual(
      signsOf([["return-path", "<mary@elsewhere.example>"]], { envelope: { from: "mary@b.example" } }),
      [],
    )
    for (const local of [
      "MAILER-DAEMON",
      "postmaster",
      "no-reply",
      "noreply",
      "no_reply+123",
      "do-not-reply",
      "donotreply",
      "list-request",
      "owner-list",
      "bounces+x=y",
    ])
      assert.deepEqual(signsOf([], { from: `${local}@elsewhere.example` }), ["sender"], local)
    for (const local of ["mary", "request", "owner", "postmasters", "noreplyabout", "reply", "renoreply"])
      assert.deepEqual(signsOf([], { from: `${local}@no-reply.example` }), [], local)
  })

  test("only some say that it answers by itself: who writes through a list has written", () => {
    assert.ok(answersByItself(signsOf([["auto-submitted", "auto-replied"]])))
    assert.ok(answersByItself(signsOf([["precedence", "bulk"]])))
    assert.ok(answersByItself(signsOf([], { envelope: { from: "" } })))
    assert.ok(!answersByItself(signsOf([["list-id", "<x>"]])))
    assert.ok(!answersByItself(signsOf([], { from: "no-reply@elsewhere.example" })))
    assert.ok(!answersByItself([]))
  })
})
