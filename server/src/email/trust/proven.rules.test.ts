import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type SigningDomain, signingDomain } from "../../../test/mail/signed-mail.ts"
import { patienceMs } from "../../../test/until.ts"
import { parseMessage } from "../parse/parse.ts"
import { authenticate } from "./authenticate.ts"
import { verdictsForSender } from "./proven.ts"

let ours: SigningDomain

before(async () => {
  ours = await signingDomain("agents.example")
})
after(() => ours.dns.close())

/** What DMARC proves of a signed message with this From, and what counts for the sender that we show. */
async function judgeFrom(from: string) {
  const raw = await ours.sign(`From: ${from}\r\nTo: desk@help.example\r\nMessage-ID: <1@agents.example>\r\n\r\nYes\r\n`)
  const question = { raw, envelope: {}, servers: [ours.dns.address], now: Date.now(), limitMs: patienceMs }
  const proven = await authenticate(question)
  const message = parseMessage(raw)
  return { proven, shown: message.from?.address, flags: message.flags, judged: verdictsForSender(proven, message) }
}

describe("verdicts for the sender that is shown", () => {
  test("are those of DMARC where From is well formed", async () => {
    for (const from of ["ada@agents.example", '"Lovelace, Ada" <Ada@AGENTS.example>', "ada@agents.example (Ada)"]) {
      const { proven, judged } = await judgeFrom(from)
      assert.deepEqual([judged.verified, judged.from], [true, "ada@agents.example"], from)
      assert.deepEqual(judged, proven)
    }
  })

  test("prove nothing where the sender was guessed, though DMARC passes for the same address", async () => {
    for (const from of ["Lovelace, Ada <ada@agents.example>", "(a (nested) comment) ada@agents.example"]) {
      const { proven, shown, judged, flags } = await judgeFrom(from)
      assert.deepEqual([proven.verified, proven.from, shown], [true, "ada@agents.example", "ada@agents.example"], from)
      assert.deepEqual(flags, ["unclear_sender"])
      assert.deepEqual([judged.verified, judged.from, judged.dmarc], [false, undefined, "pass"])
    }
  })

  test("prove nothing where DMARC proves another address than the one that is shown", async () => {
    const { proven, judged } = await judgeFrom("ada@agents.example")
    const message = { from: { name: "", address: "boss@agents.example" }, flags: [] }
    assert.equal(judged.verified, true)
    assert.equal(verdictsForSender(proven, message).verified, false)
    assert.equal(verdictsForSender(proven, { from: undefined, flags: [] }).verified, false)
  })

  test("hold for a domain in letters of its own, which is shown in ASCII", () => {
    const verdicts = { spf: "none", dkim: "pass", dmarc: "pass", signedBy: ["xn--bcher-kva.example"] } as const
    const message = { from: { name: "", address: "info@xn--bcher-kva.example" }, flags: [] }
    const judged = verdictsForSender(
      { ...verdicts, signedBy: [], verified: true, from: "info@bücher.example" },
      message,
    )
    assert.equal(judged.verified, true)
  })
})
