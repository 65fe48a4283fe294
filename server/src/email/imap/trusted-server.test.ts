import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { type FetchingDesk, fetchingDesk } from "../../../test/mail/fetching.ts"
import { type SigningDomain, signingDomain } from "../../../test/mail/signed-mail.ts"
import { authority } from "../../../test/peers/certificates.ts"
import { type Dovecot, startDovecot } from "../../../test/peers/dovecot.ts"
import { patienceMs, until } from "../../../test/until.ts"
import { startReceiving } from "../receive/engine.ts"

const known = getCACertificates("default")
const users = { unnamed: "secret", named: "secret" }
let dovecot: Dovecot
let domain: SigningDomain
let fetching: FetchingDesk
let receiving: { stop(): Promise<void> }

before(async () => {
  setDefaultCACertificates([...known, authority])
  domain = await signingDomain("agents.example")
  const overrides = { outgoingDns: [domain.dns.address] }
  ;[dovecot, fetching] = await Promise.all([startDovecot({ users }), fetchingDesk(overrides)])
  const limits = { verdictWaitMs: patienceMs }
  receiving = startReceiving(fetching.node, fetching.logger, limits)
  fetching.start()
})
after(async () => {
  setDefaultCACertificates(known)
  await receiving.stop()
  await fetching.close()
  await Promise.all([dovecot.remove(), domain.dns.close()])
})

let made = 0
const plain = () =>
  [
    ...[
      "From: Ada <ada@agents.example>",
      "To: desk@help.example",
      `Subject: ${++made}`,
      `Message-ID: <${made}@x.example>`,
    ],
    ...["Date: Wed, 04 Mar 2026 05:00:00 +0000", "", "Hello", ""],
  ].join("\r\n")

const results = (verdict: string) =>
  `Authentication-Results: mx.help.example; spf=${verdict} smtp.mailfrom=agents.example;\r\n dmarc=${verdict} header.from=agents.example\r\n`

const connect = (username: string, more: object = {}) =>
  fetching.connect({ port: dovecot.tlsPort, security: "tls", username, ...more })

/** Delivers a message to a mailbox, and gives what the desk knows of its sender once it has been fetched and read. */
async function arrive(username: string, { inboxId }: { inboxId: number }, raw: string | Buffer) {
  const before = (await fetching.kept(inboxId)).length
  await dovecot.deliver(username, raw)
  await until(async () => (await fetching.kept(inboxId)).slice(before).some(({ outcome }) => outcome === "stored"))
  const row = (await fetching.kept(inboxId)).at(-1)
  const { body } = await fetching.desk.get(`/v2/messages/${row?.id}/details`, fetching.owner)
  const { spf, dkim, dmarc, verified, judgedBy } = body
  return [spf, dkim, dmarc, verified, judgedBy]
}

describe("the sender of a message that was fetched by IMAP", () => {
  test("is proven by a signature alone; without one nothing is known, because nobody knows who connected", async () => {
    const place = await connect("unnamed")
    assert.deepEqual(await arrive("unnamed", place, await domain.sign(plain())), [
      "none",
      "pass",
      "pass",
      true,
      undefined,
    ])
    assert.deepEqual(await arrive("unnamed", place, plain()), ["none", "none", "none", false, undefined])
    assert.deepEqual(await arrive("unnamed", place, results("pass") + plain()), [
      "none",
      "none",
      "none",
      false,
      undefined,
    ])
  })

  test("is the one that the named server has found out", async () => {
    const place = await connect("named", { trustedServer: " MX.help.example " })
    const { body } = await fetching.desk.get(place.path, fetching.owner)
    assert.equal(body.trustedServer, "mx.help.example")
    const server = "mx.help.example"
    assert.deepEqual(await arrive("named", place, results("pass") + plain()), ["pass", "none", "pass", true, server])
    assert.deepEqual(await arrive("named", place, results("fail") + plain()), ["fail", "none", "fail", false, server])
    // SPF of the server is enough for the policy that the desk reads itself.
    const spf = "Authentication-Results: mx.help.example; spf=pass smtp.mailfrom=ada@agents.example\r\n"
    assert.deepEqual(await arrive("named", place, spf + plain()), ["pass", "none", "pass", true, server])
    const forged = `Received: from evil.example by mx.help.example\r\n${results("pass")}`
    assert.deepEqual(await arrive("named", place, results("fail") + forged + plain()), [
      "fail",
      "none",
      "fail",
      false,
      server,
    ])
    const other = plain().replace("ada@agents", "ada@bank")
    assert.deepEqual(await arrive("named", place, results("pass") + other), ["pass", "none", "none", false, server])
    const two = `From: boss@agents.example\r\n${results("pass")}${plain()}`
    assert.equal((await arrive("named", place, two))[3], false)
  })

  test("is checked by a host name, for IMAP alone", async () => {
    const { path } = await connect("unnamed", { trustedServer: "mx.help.example", enabled: false })
    const settings = {
      host: "127.0.0.2",
      port: dovecot.tlsPort,
      security: "tls",
      auth: "password",
      username: "unnamed",
    }
    const put = (more: object) =>
      fetching.desk.send("PUT", path, { token: fetching.owner, body: { ...settings, enabled: false, ...more } })
    for (const trustedServer of ["mx help", "mx.example;", "(mx)", " ", "-mx.example"]) {
      const { status, body } = await put({ trustedServer })
      assert.deepEqual([status, body._embedded.errors[0].path], [400, "trustedServer"], trustedServer)
      assert.match(body._embedded.errors[0].message, /name of a host/)
    }
    assert.equal((await put({})).status, 204)
    assert.equal((await fetching.desk.get(path, fetching.owner)).body.trustedServer, undefined)
    const smtp = { ...settings, kind: "smtp", password: "secret", trustedServer: "mx.help.example" }
    const made = await fetching.desk.send("POST", path.replace(/\/\d+$/, ""), { token: fetching.owner, body: smtp })
    assert.deepEqual([made.status, made.body._embedded.errors[0].path], [400, "trustedServer"])
  })
})
