import assert from "node:assert/strict"
import { syncBuiltinESMExports } from "node:module"
import os from "node:os"
import { after, before, describe, test } from "node:test"
import { type Receiver, reply, startReceiver } from "../../../test/peers/receiver.ts"
import { readConfig } from "../../config.ts"
import { type Outgoing, OutgoingRefusal, openOutgoing } from "./safe-fetch.ts"

let outgoing: Outgoing
/** On every address of this machine, of either kind. */
let receiver: Receiver

before(async () => {
  receiver = await startReceiver((socket) => socket.write(reply("200 OK")), { host: "::" })
  outgoing = openOutgoing({ ...readConfig({}), outgoingPorts: ["80", "443", String(receiver.port)] })
})
after(() => {
  outgoing.close()
  return receiver.close()
})

/** At save and at send, with the same words, and nobody hears of it. */
async function assertRefused(url: string, message?: RegExp): Promise<void> {
  const request = { method: "POST" as const, url, headers: {}, body: "{}", limitMs: 5_000, mostBytes: 100 }
  const errors = [await errorOf(outgoing.check(url), url), await errorOf(outgoing.send(request), url)]
  assert.equal(errors[0]?.message, errors[1]?.message, url)
  if (message) assert.match(errors[0]?.message ?? "", message, url)
  assert.equal(receiver.connections, 0, url)
}

async function errorOf(result: Promise<unknown>, url: string): Promise<OutgoingRefusal> {
  const error: unknown = await result.then(
    () => assert.fail(`${JSON.stringify(url)} was not refused`),
    (error) => error,
  )
  assert.ok(error instanceof OutgoingRefusal, `${url}: ${error}`)
  assert.equal(error.reason, "address")
  return error
}

const inside = /is inside a private network, or this desk itself, or denied\. Give a public address/

describe("an address of this machine or of a private network is refused", () => {
  test("in every spelling of 127.0.0.1 and 0.0.0.0 (S1)", async () => {
    const loopback = `127.0.0.1 127.1 127.0.1 127.0.0.1. 127.255.255.254 0 0.0.0.0 0.0 00 0x0 2130706433 2130706433.
      0x7f000001 0X7F000001 0x7f.1 0x7f.0.0.1 0x7F.0x0.0x0.0x1 0177.0.0.1 0177.1 017700000001 00177.00.00.01 127.0x1
      ①②⑦.⓪.⓪.① １２７.０.０.１ 127。0。0。1 127．0．0．1 127｡0｡0｡1 %31%32%37.0.0.1 127%2e0%2e0%2e1 127.0.0.0x1 0x7f.0.1
      127.000.000.001 1%32%37.1 ⑫7.1 localhost LOCALHOST localhost. LocalHost. ｌｏｃａｌｈｏｓｔ a.localhost a.b.localhost.
      ⓛocalhost loc%61lhost`.split(/\s+/)
    assert.equal(loopback.length, 43)
    for (const host of loopback) await assertRefused(`http://${host}:${receiver.port}/`, inside)
  })

  test("in every form of IPv6, also those that hold an IPv4 address (S2)", async () => {
    const six = `::1 :: 0:0:0:0:0:0:0:1 0000::0001 ::ffff:127.0.0.1 ::ffff:7f00:1 ::FFFF:127.0.0.1 0:0:0:0:0:ffff:7f00:1
      ::127.0.0.1 ::7f00:1 ::2 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b::127.0.0.1 64:ff9b::8.8.8.8 64:ff9b:1::1
      64:ff9b:1::7f00:1 2002:7f00:1:: 2002:0a00:1::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:0:7f00:1:: fe80::1
      fe80::a9fe:a9fe febf::1 fec0::1 feff::1 fc00::1 fd00:ec2::254 fdff::1 5f00::1 100::1 100:0:0:1::1 2001:db8::1
      2001:20::1 2001:2::1 3fff::1 ff02::1 ff0e::1 4000::1 e000::1 200::1`.split(/\s+/)
    assert.equal(six.length, 41)
    for (const host of six) await assertRefused(`http://[${host}]:${receiver.port}/`, inside)
  })

  test("at both ends of every special range of IPv4, and Azure's own (S3)", async () => {
    const four =
      `10.0.0.0 10.255.255.255 172.16.0.0 172.31.255.255 192.168.0.0 192.168.255.255 100.64.0.0 100.127.255.255
      169.254.0.0 169.254.169.254 169.254.255.255 0.0.0.1 0.255.255.255 192.0.0.0 192.0.0.192 192.0.0.255 192.0.2.1
      192.88.99.0 192.88.99.255 198.18.0.0 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.0 239.255.255.255 240.0.0.0
      255.255.255.254 255.255.255.255 168.63.129.16 2822734096 0xA83F8110`.split(/\s+/)
    for (const host of four) await assertRefused(`http://${host}:${receiver.port}/`, inside)
  })

  test("where it is one of our own, though it looks like any other (S12)", async (t) => {
    const own = [
      { address: "8.8.4.4", family: "IPv4" },
      { address: "2606:4700:0:0::1", family: "IPv6" },
    ]
    t.mock.method(os, "networkInterfaces", () => ({ eth0: own }))
    syncBuiltinESMExports()
    for (const host of ["8.8.4.4", "134743044", "[2606:4700::1]"]) await assertRefused(`http://${host}/`, inside)
    t.mock.restoreAll()
    syncBuiltinESMExports()
    assert.equal(await outgoing.check("http://8.8.4.4/"), "http://8.8.4.4/")
  })

  test("while its public neighbours are not", async () => {
    const neighbours = `9.255.255.255 11.0.0.0 172.15.255.255 172.32.0.0 192.167.255.255 192.169.0.0 100.63.255.255
      100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255 169.255.0.0 1.0.0.0 198.17.255.255 198.20.0.0 223.255.255.255
      168.63.129.15 168.63.129.17 8.8.8.8`.split(/\s+/)
    for (const host of neighbours) assert.equal(await outgoing.check(`http://${host}/`), `http://${host}/`)
    for (const host of ["2606:4700::1111", "2a00:1450::1"])
      assert.equal(await outgoing.check(`https://[${host}]`), `https://[${host}]/`)
  })
})

describe("a URL", () => {
  test("that two readers could take for two hosts is refused, or means what is stored (S6)", async () => {
    const at = `127.0.0.1:${receiver.port}`
    await assertRefused(`http://a@${at}@x.example/`, /user name or password/)
    await assertRefused(`http://user:secret@x.example/`, /Leave them out/)
    await assertRefused(`http://x.example@${at}/`, /user name or password/)
    await assertRefused(`http://x.example#@${at}/`, /fragment/)
    await assertRefused("http://x.example/#", /fragment/)
    await assertRefused("http://[example.com]/", /not a URL/)
    await assertRefused("http://x..example/", /not the name of a host/)
    await assertRefused("http://x.example../", /not the name of a host/)
    await assertRefused(`http://${"a".repeat(64)}.example/`, /not the name of a host/)
    await assertRefused("http://a,b/", /not the name of a host/)
    await assertRefused(`ht\ntp://12\t7.0.0.1:${receiver.port}/`, inside)
    await assertRefused(`  http:\\\\${at}\\  `, inside)
    await assertRefused(`http:${at}`, inside)
    await assertRefused(`http:////${at}`, inside)
    const stored = {
      "http://8.8.8.8\\@127.0.0.1/": "http://8.8.8.8/@127.0.0.1/",
      " HTTP://8.8.8.8:80/a b\t?q='\n": "http://8.8.8.8/a%20b?q=%27",
      "https://134744072:443/./x/../y": "https://8.8.8.8/y",
      "https://8.8.8.8.": "https://8.8.8.8/",
    }
    for (const [given, canonical] of Object.entries(stored)) assert.equal(await outgoing.check(given), canonical)
  })

  test("of another scheme is refused (S7)", async () => {
    const others = `file:///etc/passwd ftp://8.8.8.8/ gopher://8.8.8.8:70/_x data:text/plain,x blob:http://8.8.8.8/x
      php://filter/resource=x javascript:alert(1) ws://8.8.8.8/ wss://8.8.8.8/ mailto:a@b.example unix:/run/x.sock
      http+unix://%2Frun%2Fx.sock/ jar:http://8.8.8.8!/ ldap://8.8.8.8/ dict://8.8.8.8:11211/`.split(/\s+/)
    for (const url of others) await assertRefused(url, /Only http and https can be called/)
    for (const url of ["\\\\8.8.8.8\\share", "//8.8.8.8/", "/hook", "hook", "", "http://", "http://:80/", "https:///"])
      await assertRefused(url, /not a URL/)
  })

  test("with a port that is not on the list is refused (S8)", async () => {
    for (const port of [1, 22, 25, 110, 143, 3306, 5432, 6379, 9200, 11211, 27017, 65535])
      await assertRefused(`http://8.8.8.8:${port}/`, new RegExp(`^Port ${port} may not be called, only 80, 443, `))
    for (const port of ["65536", "-1", "8O"]) await assertRefused(`http://8.8.8.8:${port}/`, /not a URL/)
  })

  test("may have 2,048 characters, as it is stored too", async () => {
    const ofLength = (length: number) => "https://8.8.8.8/".padEnd(length, "a")
    assert.equal(await outgoing.check(ofLength(2_048)), ofLength(2_048))
    await assertRefused(ofLength(2_049), /longer than 2048 characters\. Give a shorter one/)
    await assertRefused("https://8.8.8.8/".padEnd(1_000, "ä"), /longer than 2048 characters/)
    await assertRefused(`https://8.8.8.8/${" ".repeat(1_000_000)}`, /longer than 2048 characters/)
  })
})
