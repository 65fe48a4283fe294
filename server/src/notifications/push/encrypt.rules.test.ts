import assert from "node:assert/strict"
import { createECDH } from "node:crypto"
import { test } from "node:test"
import fc from "fast-check"
import { decrypt, newBrowser } from "../../../test/peers/push.ts"
import { encryptFor } from "./encrypt.ts"

const bytes = (text: string) => Buffer.from(text, "base64url")

test("gives what RFC 8291 gives for its example", () => {
  const pair = createECDH("prime256v1")
  pair.setPrivateKey(bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
  const browser = {
    p256dh: bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
    auth: bytes("BTBZMqHH6r4Tts7J_aSIgg"),
  }
  const salt = bytes("DGv6ra1nlYgDCS1FRnbzlw")
  const sealed = encryptFor(browser, "When I grow up, I want to be a watermelon", { pair, salt })
  assert.equal(
    sealed.toString("base64url"),
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  )
})

test("can be read by the browser, whatever it is, and never looks the same", () => {
  const browser = newBrowser()
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 600 }), (message) => {
      const [first, second] = [encryptFor(browser, message), encryptFor(browser, message)]
      assert.equal(decrypt(browser, first), message)
      assert.notDeepEqual(first, second)
    }),
    { numRuns: 50 },
  )
})
