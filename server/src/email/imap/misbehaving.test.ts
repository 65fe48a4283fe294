import assert from "node:assert/strict"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { after, afterEach, before, describe, test } from "node:test"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { type FetchingDesk, fetchingDesk } from "../../../test/mail/fetching.ts"
import { authority, key, valid } from "../../../test/peers/certificates.ts"
import { type ImapPeer, type ImapPeerOptions, startImapPeer } from "../../../test/peers/imap-peer.ts"
import { reply, startReceiver } from "../../../test/peers/receiver.ts"
import { until } from "../../../test/until.ts"
import { sql } from "../../db/db.ts"
import { openOutgoing } from "../../http/outgoing/safe-fetch.ts"
import type { FetcherLimits } from "./fetcher.ts"
import { pauseMs } from "./rules.ts"

const known = getCACertificates("default")
let fetching: FetchingDesk
const peers: { close(): Promise<unknown> }[] = []
const engines: { stop(): Promise<void> }[] = []

before(async () => {
  setDefaultCACertificates([...known, authority])
  fetching = await fetchingDesk()
})
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.stop()))
  await Promise.all(peers.splice(0).map((peer) => peer.close()))
  await fetching.desk.db.run(sql`update mail_connections set enabled = false`)
})
after(async () => {
  setDefaultCACertificates(known)
  await fetching.close()
})

const message = "Subject: Hello\r\n\r\nHow are you?\r\n"

async function peer(options: ImapPeerOptions = {}): Promise<ImapPeer> {
  const started = await startImapPeer(options)
  started.messages.set(1, message)
  peers.push(started)
  return started
}
async function fetchFrom({ port }: ImapPeer, more: object = {}, limits: Partial<FetcherLimits> = {}) {
  const connection = await fetching.connect({ port, security: "none", backfillDays: 36_500, ...more })
  engines.push(fetching.start({ lookMs: 20, ...limits }))
  return connection
}
const shown = async (path: string) => (await fetching.desk.get(path, fetching.owner)).body
const failed = async (path: string) => {
  await until(async () => (await shown(path)).problem !== undefined)
  const { state, problem } = await shown(path)
  return [state, problem]
}
/** The next attempt is due, whenever that is. */
const hasten = (id: number) => fetching.desk.db.run(sql`update mail_connections set retry_at = null where id = ${id}`)
const unfinished = () => readdir(join(fetching.desk.config.filesDir, "unfinished")).catch(() => [])
const eventsOf = async (id: number) =>
  (
    await fetching.desk.db.many<{ kind: string; data: object }>(sql`
      select kind, data from (select kind, data, subject_id, id from events) as told
      where subject_id = ${id} and kind in ('mail.connection.failing', 'mail.connection.working') order by id`)
  ).map(({ kind, data }) => ({ kind, data }))

describe("a server that breaks off in the middle of a message", () => {
  /** How often it misbehaves, and what then comes of the message. */
  const cases: { name: string; answer: (literal: string) => string; ends: boolean }[] = [
    {
      name: "drops the line within a literal",
      answer: (text) => `{${text.length}}\r\n${text.slice(0, 9)}`,
      ends: true,
    },
    { name: "sends less than it announced", answer: (text) => `{${text.length + 500}}\r\n${text})`, ends: false },
    { name: "announces an endless literal", answer: () => `{4294967295}\r\n${"x".repeat(1_000)}`, ends: false },
  ]
  for (const { name, answer, ends } of cases)
    test(`${name}: nothing of it is kept, and it is fetched again (M16)`, async () => {
      let times = 0
      const server = await peer({
        script({ rest, socket }) {
          if (!/BODY/.test(rest) || times++ > 0) return false
          socket.write(`* 1 FETCH (UID 1 BODY[]<0> ${answer(message)}`)
          if (ends) socket.end()
          return true
        },
      })
      const { inboxId, id, path } = await fetchFrom(server, {}, { silenceMs: 500 })
      assert.equal((await failed(path))[0], "failing")
      assert.deepEqual([await fetching.kept(inboxId), await unfinished()], [[], []])
      // On a busy machine any answer may be missing for so long.
      await until(async () => {
        await hasten(id)
        return (await fetching.kept(inboxId)).length === 1
      })
      const [row] = await fetching.kept(inboxId)
      assert.equal(row && (await fetching.rawOf(row)), message)
      await until(async () => {
        await hasten(id)
        return (await shown(path)).state === "working"
      })
    })

  test("always at the same one: that is stepped over, which says so, and those behind it are fetched (M16)", async () => {
    let breaks = 0
    const server = await peer({
      script({ rest, socket }) {
        if (!/^FETCH 2 .*BODY/.test(rest)) return false
        breaks++
        socket.end(`* 2 FETCH (UID 2 BODY[]<0> {${message.length}}\r\nSub`)
        return true
      },
    })
    server.messages.set(2, message.replace("Hello", "Bad"))
    server.messages.set(3, message.replace("Hello", "Behind"))
    const { inboxId, id, path } = await fetchFrom(server)
    await until(async () => {
      await hasten(id)
      return (await fetching.kept(inboxId)).length === 3
    })
    const rows = await fetching.kept(inboxId)
    assert.deepEqual(
      rows.map(({ envelope, outcome, reason }) => [envelope.imap.uid, outcome, reason]),
      [
        [1, "waiting", null],
        [2, "failed", "not_fetched"],
        [3, "waiting", null],
      ],
    )
    assert.equal(breaks, 5)
    await until(async () => (await shown(path)).state === "working")
  })

  test("is asked for the rest where it gives less than it said, and kept whole (M16)", async () => {
    const server = await peer({
      script({ tag, rest, socket }) {
        const start = Number(/BODY\.PEEK\[\]<(\d+)\./.exec(rest)?.[1] ?? Number.NaN)
        if (Number.isNaN(start)) return false
        const part = message.slice(start, start + 10)
        socket.write(`* 1 FETCH (UID 1 BODY[]<${start}> {${part.length}}\r\n${part})\r\n${tag} OK done\r\n`)
        return true
      },
    })
    const { inboxId } = await fetchFrom(server)
    await until(async () => (await fetching.kept(inboxId)).length === 1)
    const [row] = await fetching.kept(inboxId)
    assert.equal(row && (await fetching.rawOf(row)), message)
  })

  test("floods us with what nobody asked for: others are fetched for, and it is left in time (M16)", async () => {
    const flood = await peer({
      script({ rest, socket }) {
        if (!/^SEARCH/.test(rest)) return false
        const lines = `* OK ${"Look at this. ".repeat(1_000)}\r\n`.repeat(10)
        const flooding = setInterval(() => socket.writable && socket.write(lines), 5)
        socket.once("close", () => clearInterval(flooding))
        return true
      },
    })
    const other = await peer()
    const slow = await fetching.connect({ port: flood.port, security: "none" })
    const { inboxId } = await fetchFrom(other)
    await until(async () => (await fetching.kept(inboxId)).length === 1)
    assert.deepEqual(await failed(slow.path), ["failing", "127.0.0.2 closed the connection without an answer"])
    assert.deepEqual(await fetching.kept(slow.inboxId), [])
  })
})

describe("a message that vanishes between two questions", () => {
  test("is passed over, and those behind it are fetched (M17)", async () => {
    const server = await peer({
      script({ rest }) {
        // The first is gone when the list is asked about, the second when its contents are.
        if (/^FETCH/.test(rest)) server.messages.delete(1)
        if (/^FETCH 2 .*BODY/.test(rest)) server.messages.delete(2)
        return false
      },
    })
    for (const uid of [2, 3]) server.messages.set(uid, `Subject: ${uid}\r\n\r\n`)
    const { inboxId, path } = await fetchFrom(server)
    await until(async () => (await shown(path)).state === "working")
    assert.deepEqual(
      (await fetching.kept(inboxId)).map(({ envelope }) => envelope.imap.uid),
      [3],
    )
  })
})

describe("a message that comes between a search and waiting for news", () => {
  test("is fetched at once: the server has told of it, and does so only once", async () => {
    let tag = ""
    let searches = 0
    const server = await peer({
      capabilities: "IMAP4rev1 IDLE",
      script({ tag: own, name, rest, socket }) {
        if (name === "IDLE") {
          tag = own
          return socket.write("+ idling\r\n")
        }
        if (tag !== "" && own === "DONE") return socket.write(`${tag} OK done\r\n`)
        // The second one of what is new comes after the first message has been fetched.
        if (!/^SEARCH .*\b2:\*/i.test(rest) || ++searches !== 2) return false
        server.messages.set(2, message)
        return socket.write(`* SEARCH 1\r\n* 2 EXISTS\r\n${own} OK done\r\n`)
      },
    })
    const { inboxId } = await fetchFrom(server)
    await until(async () => (await fetching.kept(inboxId)).length === 2)
  })
})

describe("a server that lets nobody in", () => {
  const refusing = (text: string): ImapPeerOptions => ({
    script({ tag, name, socket }) {
      if (name !== "LOGIN") return false
      socket.write(`${tag} NO ${text}\r\n`)
      return true
    },
  })

  test("for a wrong password is asked seldom, administrators are told, and nobody learns the password (M18, M22)", async () => {
    const server = await peer(refusing("[AUTHENTICATIONFAILED] SECRET BANNER"))
    const { id, path } = await fetchFrom(server, { password: "correct horse" })
    assert.deepEqual(await failed(path), ["refused", "The user name or the password was not accepted"])
    const told = { state: "refused", problem: "The user name or the password was not accepted" }
    assert.deepEqual(await eventsOf(id), [{ kind: "mail.connection.failing", data: told }])
    assert.equal(server.connections, 1)
    const { retryAt } = await shown(path)
    assert.equal(Date.parse(retryAt), Math.floor((fetching.desk.clock.now.getTime() + 900_000) / 1_000) * 1_000)
    // A second failure tells nobody again, and the pause grows.
    await hasten(id)
    await until(() => server.connections === 2)
    await until(async () => (await shown(path)).retryAt !== undefined)
    assert.equal((await eventsOf(id)).length, 1)
    const everything = fetching.logged() + JSON.stringify([await shown(path), await eventsOf(id)])
    assert.equal(/correct horse|BANNER/.test(everything), false)
  })

  test("because it is asked too much is left alone for minutes, and nobody is blamed (M18)", async () => {
    const server = await peer(refusing("[THROTTLED] Slow down"))
    const { id, path } = await fetchFrom(server)
    assert.deepEqual(await failed(path), ["failing", "127.0.0.2 asks to be left alone for a while"])
    assert.ok(Date.parse((await shown(path)).retryAt) - fetching.desk.clock.now.getTime() > 290_000)
    assert.deepEqual(await eventsOf(id), [])
  })

  test("pauses grow up to a limit, and are long where somebody has to mend something (M18)", () => {
    const minutes = (failure: { lasting: boolean; throttled: boolean }) =>
      [1, 2, 3, 8, 1_000].map((failures) => pauseMs(failure, failures) / 60_000)
    assert.deepEqual(minutes({ lasting: true, throttled: false }), [15, 30, 60, 360, 360])
    assert.deepEqual(minutes({ lasting: false, throttled: true }), [5, 10, 20, 60, 60])
    assert.deepEqual(minutes({ lasting: false, throttled: false }), [5 / 60, 10 / 60, 20 / 60, 10, 10])
  })

  test("an access token that has ended before its time is asked for anew, once (M18)", async () => {
    let given = 0
    const tokens = await startReceiver(
      (socket) => socket.write(reply("200 OK", JSON.stringify({ access_token: `token${++given}`, expires_in: 3600 }))),
      { tls: { cert: valid, key } },
    )
    peers.push(tokens)
    let accepted = "token1"
    const bearer = (rest: string) => /Bearer (\w+)/.exec(String(Buffer.from(rest.split(" ")[1] ?? "", "base64")))?.[1]
    const server = await peer({
      capabilities: "IMAP4rev1 AUTH=XOAUTH2",
      script({ tag, name, rest, socket }) {
        if (name !== "AUTHENTICATE") return false
        socket.write(bearer(rest) === accepted ? `${tag} OK done\r\n` : `${tag} NO [AUTHENTICATIONFAILED] ended\r\n`)
        return true
      },
    })
    const oauth = { tokenUrl: `https://127.0.0.2:${tokens.port}/token`, clientId: "desk" }
    const { id, path } = await fetchFrom(server, { auth: "oauth2", oauth, refreshToken: "r", password: undefined })
    await until(async () => (await shown(path)).state === "working")
    accepted = "token2"
    await fetching.desk.db.run(sql`update mail_connections set fetcher = null, fetched_until = null where id = ${id}`)
    await until(() => server.heard.filter((line) => /SELECT/.test(line)).length === 2)
    assert.equal(given, 2)
    accepted = "none"
    await fetching.desk.db.run(sql`update mail_connections set fetcher = null, fetched_until = null where id = ${id}`)
    assert.deepEqual(await failed(path), ["refused", "The user name or the password was not accepted"])
    assert.equal(given, 3)
  })

  test("works again: who was told that it failed is told so", async () => {
    let refuses = true
    const server = await peer({
      script({ tag, name, socket }) {
        if (name !== "LOGIN" || !refuses) return false
        socket.write(`${tag} NO no\r\n`)
        return true
      },
    })
    const { id, path } = await fetchFrom(server)
    await failed(path)
    refuses = false
    await hasten(id)
    await until(async () => (await shown(path)).state === "working")
    assert.deepEqual(
      (await eventsOf(id)).map(({ kind }) => kind),
      ["mail.connection.failing", "mail.connection.working"],
    )
    assert.equal((await shown(path)).problem, undefined)
  })
})

describe("passwords and encryption", () => {
  const words = (server: ImapPeer) => server.heard.join("\n")

  test("no password is told to a server that takes none now, whatever else it offers (M19)", async () => {
    const server = await peer({ capabilities: "IMAP4rev1 LOGINDISABLED AUTH=PLAIN AUTH=LOGIN" })
    const { path } = await fetchFrom(server)
    assert.deepEqual(await failed(path), [
      "refused",
      "The server takes no passwords on this connection. Choose tls or starttls",
    ])
    assert.equal(/LOGIN|AUTHENTICATE/i.test(words(server)), false)
  })

  test("nothing is told where STARTTLS was taken out of the way (M19)", async () => {
    const server = await peer()
    const { path } = await fetchFrom(server, { security: "starttls" })
    assert.deepEqual(await failed(path), ["refused", "127.0.0.2 does not offer STARTTLS"])
    assert.equal(/LOGIN|AUTHENTICATE/i.test(words(server)), false)
  })

  test("what came before encryption began counts for nothing (M19)", async () => {
    const server = await peer({
      capabilities: "IMAP4rev1 STARTTLS",
      script({ tag, name, socket }) {
        if (name !== "STARTTLS") return false
        socket.write(`${tag} OK Begin\r\n* PREAUTH welcome\r\n* CAPABILITY IMAP4rev1\r\n`)
        return true
      },
    })
    const { inboxId, path } = await fetchFrom(server, { security: "starttls" })
    assert.deepEqual(await failed(path), [
      "failing",
      "Somebody between here and 127.0.0.2 has tampered with the connection",
    ])
    assert.equal(/LOGIN|SELECT/i.test(words(server)), false)
    assert.deepEqual(await fetching.kept(inboxId), [])
  })

  test("none is sent unencrypted to who is not named by the operator", async () => {
    const server = await peer()
    const { path } = await fetching.connect({ port: server.port, security: "none" })
    const config = { ...fetching.desk.config, outgoingAllow: [] as string[] }
    const outgoing = openOutgoing(config)
    engines.push(fetching.start({}, { config, outgoing }))
    const [state, problem] = await failed(path)
    assert.equal(state, "refused")
    assert.match(String(problem), /is inside a private network/)
    assert.equal(server.connections, 0)
    outgoing.close()
  })
})
