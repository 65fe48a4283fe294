import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { after, afterEach, before, describe, test } from "node:test"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { authority, expired, forAnother, key, valid } from "../../../test/peers/certificates.ts"
import { type Dns, startDns } from "../../../test/peers/dns.ts"
import { type Receiver, reply, startReceiver } from "../../../test/peers/receiver.ts"
import { readConfig } from "../../config.ts"
import { type Outgoing, type OutgoingFailure, openOutgoing } from "./safe-fetch.ts"

const known = getCACertificates("default")
let dns: Dns
let outgoing: Outgoing
const receivers: Receiver[] = []

before(async () => {
  setDefaultCACertificates([...known, authority])
  dns = await startDns(() => ["127.0.0.2"])
  const more = { outgoingAllow: ["127.0.0.2"], outgoingPorts: ["1-65535"], outgoingDns: [dns.address] }
  outgoing = openOutgoing({ ...readConfig({}), ...more })
})
after(async () => {
  setDefaultCACertificates(known)
  outgoing.close()
  await dns.close()
})
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))
})

async function receiving(cert: string | undefined): Promise<Receiver> {
  const answer = reply("200 OK", "Hello")
  const receiver = await startReceiver(
    (socket) => socket.write(answer),
    cert === undefined ? {} : { tls: { cert, key } },
  )
  receivers.push(receiver)
  return receiver
}

const call = ({ port }: Pick<Receiver, "port">, host = "hooks.example") =>
  outgoing.send({
    method: "POST",
    url: `https://${host}:${port}/`,
    headers: {},
    body: "{}",
    limitMs: 30_000,
    mostBytes: 1_000,
  })

describe("an encrypted call", () => {
  test("is for the name, though it goes to the address that was checked (S4)", async () => {
    const receiver = await receiving(valid)
    assert.equal(String((await call(receiver)).body), "Hello")
    assert.equal((await call(receiver, "HOOKS.example.")).status, 200)
    assert.deepEqual([receiver.connections, receiver.names], [1, ["hooks.example"]])
    assert.match(receiver.requests[0] ?? "", new RegExp(`^Host: hooks\\.example:${receiver.port}\r$`, "m"))
    assert.equal((await call(receiver, "127.0.0.2")).status, 200)
    assert.deepEqual(receiver.names, ["hooks.example", false])
  })

  test("is not made with a certificate that is not right (W1)", async () => {
    const wrong: [cert: string, host: string, message: string][] = [
      [expired, "hooks.example", "The certificate has expired"],
      [forAnother, "hooks.example", "The certificate is for another name"],
      [valid, "deeper.hooks.example", "The certificate is for another name"],
    ]
    for (const [cert, host, message] of wrong) await assertFails(await receiving(cert), host, message)
    setDefaultCACertificates(known)
    await assertFails(
      await receiving(valid),
      "hooks.example",
      "The certificate is signed by nobody that this desk knows",
    )
    setDefaultCACertificates([...known, authority])
    const plain = createServer().listen(0, "127.0.0.2")
    await once(plain, "listening")
    const { port } = plain.address() as AddressInfo
    const message = "No encrypted connection to hooks.example could be agreed on"
    await assertFails({ port, requests: [] }, "hooks.example", message)
    await once(plain.close(), "close")
  })

  async function assertFails(
    receiver: Pick<Receiver, "port" | "requests">,
    host: string,
    message: string,
  ): Promise<void> {
    await assert.rejects(call(receiver, host), (error: OutgoingFailure) => {
      assert.deepEqual([error.reason, error.message], ["tls", message])
      return true
    })
    assert.deepEqual(receiver.requests, [])
  }
})

describe("the environment of the process", () => {
  /** A process of its own, since the environment counts when it starts. */
  const script = `
    import { readConfig } from "${new URL("../../config.ts", import.meta.url)}"
    import { openOutgoing } from "${new URL("./safe-fetch.ts", import.meta.url)}"
    const outgoing = openOutgoing(readConfig(process.env))
    for (const url of JSON.parse(process.env.URLS))
      await outgoing
        .send({ method: "POST", url, headers: {}, body: "{}", limitMs: 30_000, mostBytes: 100 })
        .then(({ status }) => console.log(status), ({ message }) => console.log(message))
    outgoing.close()`

  test("neither leads calls over a proxy nor lets certificates pass (S11)", async () => {
    const proxy = await receiving(undefined)
    const plain = await receiving(undefined)
    const outdated = await receiving(expired)
    const proxyUrl = `http://127.0.0.2:${proxy.port}`
    const forbidden = `http://127.0.0.3:${plain.port}/`
    const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
      env: {
        ...process.env,
        NODE_USE_ENV_PROXY: "1",
        ...Object.fromEntries(["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"].map((name) => [name, proxyUrl])),
        ...Object.fromEntries(["http_proxy", "https_proxy", "all_proxy"].map((name) => [name, proxyUrl])),
        NO_PROXY: "",
        no_proxy: "",
        NODE_TLS_REJECT_UNAUTHORIZED: "0",
        OUTGOING_ALLOW: "127.0.0.2",
        OUTGOING_PORTS: "1-65535",
        URLS: JSON.stringify([`http://127.0.0.2:${plain.port}/`, `https://127.0.0.2:${outdated.port}/`, forbidden]),
      },
      stdio: ["ignore", "pipe", "ignore"],
    })
    const [lines] = await Promise.all([text(child.stdout), once(child, "exit")])
    const [first, second, third] = lines.trim().split("\n")
    assert.equal(first, "200")
    assert.match(second ?? "", /^The certificate /)
    assert.match(third ?? "", /^127\.0\.0\.3 is inside a private network/)
    assert.deepEqual([proxy.connections, plain.connections], [0, 1])
  })
})
