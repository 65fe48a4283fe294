import assert from "node:assert/strict"
import { describe, test } from "node:test"
import fc from "fast-check"
import ipaddr from "ipaddr.js"
import { isInside, parseNetwork } from "./networks.ts"

describe("a network", () => {
  test("is an address with its bits, or one address", () => {
    const written = (text: string) => {
      const network = parseNetwork(text)
      return network && `${network.first}/${network.bits}`
    }
    assert.equal(written("10.0.0.0/8"), "10.0.0.0/8")
    assert.equal(written("0.0.0.0/0"), "0.0.0.0/0")
    assert.equal(written("192.0.2.2/31"), "192.0.2.2/31")
    assert.equal(written("127.0.0.1"), "127.0.0.1/32")
    assert.equal(written("::/0"), "::/0")
    assert.equal(written("FD00::/8"), "fd00::/8")
    assert.equal(written("::1"), "::1/128")
  })

  test("is refused where it is not written exactly", () => {
    const wrong = ["", "10", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/08", "10.0.0.0/-1", "10.0.0.0/8/8", "10.0.0.1/8"]
    wrong.push("192.0.2.1/31", "010.0.0.0/8", "0x0a.0.0.0/8", "10.0/8", "10.0.0.0 /8", "10.0.0.0/255.0.0.0", "*")
    wrong.push(
      "::/129",
      "fd00::1/8",
      "fe80::1%eth0",
      "::ffff:10.0.0.0/104",
      "[::1]",
      "fd00:/8",
      "localhost",
      "1.0.0.0/1",
    )
    for (const text of wrong) assert.equal(parseNetwork(text), undefined, text)
  })
})

/** The oracle: addresses as one large number, networks as its first bits. */
const asNumber = (bytes: number[]) => bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n)
const asBytes = (number: bigint, length: number) =>
  Array.from({ length }, (_, index) => Number((number >> BigInt(8 * (length - 1 - index))) & 0xffn))
const asText = (bytes: number[]) => ipaddr.fromByteArray(bytes).toString()

const anyNetwork = fc.constantFrom(4, 16).chain((length) =>
  fc.record({
    length: fc.constant(length),
    bits: fc.integer({ min: 0, max: length * 8 }),
    bytes: fc.array(fc.integer({ min: 0, max: 255 }), { minLength: length, maxLength: length }),
  }),
)

describe("an address", () => {
  test("is inside a network as counting has it, at its edges too (S9)", () => {
    fc.assert(
      fc.property(anyNetwork, fc.bigInt(0n, 2n ** 128n - 1n), ({ length, bits, bytes }, somewhere) => {
        const width = BigInt(length * 8)
        const behind = width - BigInt(bits)
        const first = (asNumber(bytes) >> behind) << behind
        const last = first + (1n << behind) - 1n
        const text = asText(asBytes(first, length))
        // An IPv4 address in the clothes of IPv6 is none of ours.
        fc.pre(!text.startsWith("::ffff:") || length === 4)
        const network = parseNetwork(`${text}/${bits}`)
        assert.ok(network, `${text}/${bits}`)
        const all = 1n << width
        for (const number of [first, last, (first + all - 1n) % all, (last + 1n) % all, somewhere % all]) {
          const address = ipaddr.fromByteArray(asBytes(number, length))
          assert.equal(isInside(address, network), number >= first && number <= last, `${address} in ${text}/${bits}`)
        }
        const isWhole = asNumber(bytes) === first
        const given = asText(bytes)
        if (!given.startsWith("::ffff:")) assert.equal(parseNetwork(`${given}/${bits}`) !== undefined, isWhole)
      }),
      { numRuns: 5_000 },
    )
  })

  test("is in no network of the other kind", () => {
    const [four, six] = [parseNetwork("0.0.0.0/0"), parseNetwork("::/0")]
    assert.ok(four && six)
    assert.equal(isInside(ipaddr.parse("::1"), four), false)
    assert.equal(isInside(ipaddr.parse("::ffff:127.0.0.1"), four), false)
    assert.equal(isInside(ipaddr.parse("127.0.0.1"), six), false)
  })
})
