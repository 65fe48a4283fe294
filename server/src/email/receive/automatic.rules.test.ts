import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { type Fields, mail, multipart, textPart } from "../../../test/mail/corpus/sample.ts"
import { parseMessage } from "../parse/parse.ts"
import { answersByItself, automaticSigns, isAutomaticAnswer } from "./automatic.ts"
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

describe("an automatic answer", () => {
  const isAnswer = (fields: Fields, envelope: Envelope = {}) =>
    isAutomaticAnswer(parseMessage(mail(fields, "I am away until Monday.")), envelope)

  test("says so in a field, whatever its subject", () => {
    for (const [name, value] of [
      ["Auto-Submitted", "auto-replied"],
      ["Auto-Submitted", "auto-replied (vacation)"],
      ["Auto-Submitted", "Auto-Replied; owner-email=x@y.example"],
      ["X-Autoreply", "yes"],
      ["X-Autorespond", "Re: Your order"],
      ["X-Auto-Reply", "1"],
      ["X-Mail-Autoreply", "vacation"],
      ["Precedence", "auto_reply"],
    ] as const)
      assert.ok(isAnswer({ [name]: value }), `${name}: ${value}`)
  })

  test("is out of office by its subject where a machine sent it", () => {
    const generated = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" }
    for (const subject of [
      "Automatic reply: Your order",
      "Automatische Antwort: Ihre Bestellung",
      "Abwesenheitsnotiz: Ihre Bestellung",
      "Réponse automatique : votre commande",
      "Respuesta automática: pedido",
      "Automatisch antwoord: bestelling",
      "Autosvar: beställning",
      "Out of Office: Your order",
      "AUTO: Ann Lee is out of the office",
    ]) {
      assert.ok(isAnswer({ Subject: subject, ...generated }), subject)
      assert.ok(isAnswer({ Subject: subject, Precedence: "bulk" }), subject)
      assert.ok(isAnswer({ Subject: subject }, { from: "" }), subject)
      assert.ok(!isAnswer({ Subject: subject }), `a person writes ${subject}`)
    }
  })

  test("answers a mail and wants no answer", () => {
    assert.ok(isAnswer({ Subject: "Re: x", "In-Reply-To": "<1@desk.example>", "Return-Path": "<>" }))
    assert.ok(!isAnswer({ Subject: "Re: x", "In-Reply-To": "<1@desk.example>" }))
  })

  test("is no alarm, no website form and no newsletter", () => {
    const generated = { "Auto-Submitted": "auto-generated" }
    for (const fields of [
      { Subject: "ALARM: disk full", ...generated },
      { Subject: "RESOLVED: disk full", "In-Reply-To": "<alarm@monitor.example>", ...generated },
      { Subject: "Contact form", ...generated, "X-Auto-Response-Suppress": "All" },
      { Subject: "News", Precedence: "bulk", "List-Id": "<news.example>" },
      { Subject: "Auto insurance", Precedence: "bulk" },
      { Subject: "Cron <root@host>", "Auto-Submitted": "auto-notified" },
    ]) {
      assert.ok(!isAnswer(fields), fields.Subject)
      assert.ok(!isAnswer(fields, { from: "" }), fields.Subject)
    }
  })

  test("is a read receipt, and no bounce", () => {
    const report = (kind: string) => parseMessage(mail(...multipart(`report; report-type=${kind}`, textPart("x"))))
    assert.ok(isAutomaticAnswer(report("disposition-notification"), {}))
    assert.ok(!isAutomaticAnswer(report("delivery-status"), {}))
  })
})
