import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { Webhook } from "standardwebhooks"
import type { Arrival } from "./arrivals.ts"
import { isSigned, legacySignature } from "./signatures.ts"

const base64 = (text: string) => Buffer.from(text).toString("base64")

function signed(secret: string, options?: { format: "raw" }): Arrival {
  const [id, now] = ["7d8a", new Date()]
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
    "webhook-signature": new Webhook(secret, options).sign(id, now, '{"id":1}'),
  }
  return { at: now.getTime(), path: "/", headers, body: base64('{"id":1}'), secure: false }
}

describe("a signature", () => {
  test("is accepted with its secret, as text or as the library writes it, and refused with another", () => {
    const libraryOwn = `whsec_${base64("24 bytes of randomness!!")}`
    assert.equal(isSigned(signed("sesame", { format: "raw" }), "sesame"), true)
    assert.equal(isSigned(signed(libraryOwn), libraryOwn), true)
    assert.equal(isSigned(signed("sesame", { format: "raw" }), "open"), false)
    assert.equal(isSigned({ ...signed("sesame", { format: "raw" }), headers: {} }, "sesame"), false)
  })

  test("of the interface is that of RFC 2202", () => {
    const key = Buffer.alloc(20, 0x0b).toString("latin1")
    assert.equal(
      legacySignature({ body: base64("Hi There") }, key),
      Buffer.from("b617318655057264e28bc0b6fb378c8ef146be00", "hex").toString("base64"),
    )
    assert.equal(
      legacySignature({ body: base64("what do ya want for nothing?") }, "Jefe"),
      Buffer.from("effcdf6ae5eb2fa2d27416d5f184df9c259a7c79", "hex").toString("base64"),
    )
  })
})
