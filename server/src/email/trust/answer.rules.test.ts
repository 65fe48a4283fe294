import assert from "node:assert/strict"
import { describe, test } from "node:test"
import fc from "fast-check"
import { isExploring } from "../../../test/property.ts"
import { answerAbove, readAnswer } from "./answer.ts"

const bodyOf = (...lines: string[]) => readAnswer(lines.join("\n"))?.body

describe("readAnswer", () => {
  test("ends where the quote begins, as many mail programs begin it", () => {
    for (const quote of [
      ["On Wed, Mar 4, 2026 at 5:06 AM Desk <desk@help.example> wrote:", "> Where is it?"],
      ["On Wed, Mar 4, 2026 at 5:06 AM Desk with a long name", "<desk@help.example> wrote:", "", "> Where is it?"],
      ["Am 04.03.26 um 05:06 schrieb Desk:", "Where is it?"],
      ["Le mer. 4 mars 2026 à 05:06, Desk <desk@help.example> a écrit :", "> Where?"],
      ["2026-03-04 05:06 Desk:", "> Where is it?"],
      ["Dnia 4.03.2026 o 05:06 Desk napisał(a):", "Where is it?"],
      ["---------- Forwarded message ---------", "Where is it?"],
      ["-----Ursprüngliche Nachricht-----", "Von: Desk", "Where is it?"],
      ["От: Desk <desk@help.example>", "Отправлено: 4 марта 2026 г.", "Кому: Grace", "Тема: Where is it?"],
      ["-----Original Message-----", "From: Desk", "Where is it?"],
      ["________________________________", "From: Desk <desk@help.example>", "Sent: Wednesday", "To: Grace"],
      [
        "From: Desk <desk@help.example>",
        "Sent: Wednesday, March 4",
        "To: Grace",
        "Subject: Where is it?",
        "",
        "Where?",
      ],
      [`--- ${answerAbove} ---`, "Where is it?"],
      ["> Where is it?", ">", "> I wonder"],
    ])
      assert.equal(bodyOf("It is on its way.", "", ...quote), "It is on its way.", quote[0])
  })

  test("ends where the signature begins", () => {
    assert.equal(bodyOf("Yes", "-- ", "Grace"), "Yes")
    assert.equal(bodyOf("Yes", "", "Sent from my telephone"), "Yes")
    assert.equal(bodyOf("Yes", "", "Sent from my telephone", "", "> quoted"), "Yes")
  })

  test("keeps what only looks like that", () => {
    for (const lines of [
      ["Please send this:", "", "a form"],
      ["> Where is it?", "On its way."],
      ["From: the heart", "and that is all"],
      ["Forwarded messages come later", "than others"],
      ["Sent from my telephone it looked well", "but it was not"],
      ["I wrote to you on 4 March", "and nobody answered"],
      ["---", "A list of things", "---"],
    ])
      assert.equal(
        bodyOf(...lines),
        lines.join("<br>").replaceAll(">", "&#62;").replaceAll("<br&#62;", "<br>"),
        lines[0],
      )
  })

  test("never makes markup of words, whatever they are, and never more than there was", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const body = readAnswer(text)?.body ?? ""
        assert.ok(!/[<>]/.test(body.replaceAll("<br>", "")))
      }),
      { numRuns: 50 },
    )
  })

  test("is quick on what is long, which is measured when exploring", () => {
    const begun = process.threadCpuUsage()
    readAnswer(`${"a: 1@ ".repeat(100_000)}\n${"> \n".repeat(3_000)}x\n${"-".repeat(100_000)}\n${"x:\n".repeat(3_000)}`)
    if (isExploring) assert.ok(process.threadCpuUsage(begun).user < 2_000_000)
  })
})
