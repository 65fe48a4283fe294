import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { type TestDesk, testDesk } from "../../test/desk/desk.ts"
import { type Receiver, reply, startReceiver } from "../../test/peers/receiver.ts"
import { reservePort } from "../../test/ports.ts"

let desk: TestDesk
let token: string
/** At 127.0.0.2, which the desk may call. */
let elsewhere: Receiver
/** At 127.0.0.3, which it may not. */
let inside: Receiver
let answer: (path: string) => string | Buffer

before(async () => {
  const port = await reservePort("127.0.0.2", "127.0.0.3")
  elsewhere = await startReceiver((socket, request) => socket.end(answer(request.split(" ")[1] ?? "")), { port })
  inside = await startReceiver((socket) => socket.end(picture()), { host: "127.0.0.3", port })
  desk = await testDesk({ outgoingAllow: ["127.0.0.2"], outgoingPorts: [String(elsewhere.port)] })
  const id = await desk.addUser({ email: "reader@example.com", role: "user" })
  token = await desk.tokenFor(id)
})
after(async () => {
  await desk.close()
  await Promise.all([elsewhere.close(), inside.close()])
})
beforeEach(() => {
  answer = () => picture()
  for (const receiver of [elsewhere, inside]) Object.assign(receiver, { connections: 0, requests: [] })
})

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
)

function answered(body: Buffer, head: string): Buffer {
  return Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${head}\r\nConnection: close\r\n\r\n`), body])
}

const picture = () => answered(png, `Content-Type: image/png\r\nContent-Length: ${png.length}`)
const place = (path: string, host = "127.0.0.2") => `http://${host}:${elsewhere.port}${path}`
const fetchRaw = (url: string, headers: Record<string, string> = { Authorization: `Bearer ${token}` }) =>
  fetch(`${desk.origin}/session/picture?url=${encodeURIComponent(url)}`, { headers })

describe("GET /session/picture", () => {
  test("gives the picture, tells nothing of who reads it, and lets only their browser keep it", async () => {
    const { status, headers } = await fetchRaw(place("/a.png?id=7#part"), {
      Authorization: `Bearer ${token}`,
      Cookie: "other=1",
      "Accept-Language": "de",
      Referer: "https://desk.example/conversation/1/1",
      "X-Forwarded-For": "203.0.113.9",
    })
    assert.equal(status, 200)
    assert.equal(headers.get("content-type"), "image/png")
    assert.equal(headers.get("cache-control"), "private, max-age=86400")
    assert.equal(headers.get("content-security-policy"), "sandbox; default-src 'none'; frame-ancestors 'none'")
    assert.equal(headers.get("x-content-type-options"), "nosniff")
    assert.equal(headers.get("content-disposition"), "attachment")
    assert.equal(headers.get("cross-origin-resource-policy"), "same-origin")
    assert.deepEqual(elsewhere.requests[0]?.split("\r\n").filter(Boolean).sort(), [
      "Accept-Encoding: identity",
      "Accept: image/png, image/jpeg, image/gif, image/webp, image/avif",
      "Connection: keep-alive",
      "GET /a.png?id=7 HTTP/1.1",
      `Host: 127.0.0.2:${elsewhere.port}`,
      "User-Agent: Deskhand",
    ])
    const again = await fetchRaw(place("/a.png"))
    assert.deepEqual(Buffer.from(await again.arrayBuffer()), png)
  })

  test("goes by the first bytes, whatever the server calls them", async () => {
    const shown: [string, Buffer][] = [
      ["image/jpeg", Buffer.from("ffd8ffe000104a464946", "hex")],
      ["image/gif", Buffer.from("GIF89a\x01\x00", "latin1")],
      ["image/webp", Buffer.from("RIFF\x04\x00\x00\x00WEBPVP8 ", "latin1")],
      ["image/avif", Buffer.from("\x00\x00\x00\x20ftypavif", "latin1")],
    ]
    for (const [type, bytes] of shown) {
      answer = () => answered(bytes, "Content-Type: text/html")
      const { status, headers } = await fetchRaw(place("/x"))
      assert.deepEqual([status, headers.get("content-type")], [200, type])
    }
    const refused = [
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      "<html><script>alert(1)</script></html>",
      "%PDF-1.7",
      "",
    ]
    for (const text of refused) {
      answer = () => answered(Buffer.from(text), "Content-Type: image/png")
      const { status, body } = await desk.get(`/session/picture?url=${encodeURIComponent(place("/x"))}`, token)
      assert.deepEqual([status, body.message], [502, "The picture cannot be shown: It is not a picture that is shown"])
    }
  })

  test("never calls what lies inside a network, not by a redirect either", async () => {
    const refuse = async (url: string) => {
      const { status, body } = await desk.get(`/session/picture?url=${encodeURIComponent(url)}`, token)
      assert.deepEqual([status, body._embedded.errors[0].path], [400, "url"], url)
    }
    for (const url of [
      place("/", "127.0.0.3"),
      "http://169.254.169.254/latest/meta-data",
      "http://10.0.0.1/",
      "http://[::1]/",
      "file:///etc/passwd",
      "data:image/png;base64,AAAA",
      "http://user:secret@127.0.0.2/",
      `http://127.0.0.2:22/`,
      desk.origin,
      "nonsense",
    ])
      await refuse(url)
    assert.equal(elsewhere.connections, 0)
    answer = () => reply("302 Found", "", { Location: place("/secret", "127.0.0.3"), Connection: "close" })
    await refuse(place("/moved"))
    assert.equal(inside.connections, 0)
  })

  test("follows a few redirects and no more", async () => {
    const moved = (to: string) => reply("301 Moved", "", { Location: to, Connection: "close" })
    answer = (path) => (path === "/3" ? picture() : moved(`/${Number(path.slice(1)) + 1}`))
    assert.equal((await fetchRaw(place("/0"))).status, 200)
    answer = (path) => moved(`/${Number(path.slice(1)) + 1}`)
    assert.equal((await fetchRaw(place("/0"))).status, 502)
  })

  test("takes no more than 5 MB, nothing half, and no failure", async () => {
    const large = Buffer.concat([png, Buffer.alloc(5_000_001 - png.length)])
    for (const [what, bad] of [
      ["too large", answered(large, "Content-Type: image/png")],
      ["half", answered(png, `Content-Length: ${png.length + 1}`)],
      ["a failure", reply("404 Not Found", "no", { Connection: "close" })],
      ["no HTTP", "hello\r\n\r\n"],
    ] as const) {
      answer = () => bad
      assert.equal((await fetchRaw(place("/x"))).status, 502, what)
    }
    const whole = large.subarray(0, 5_000_000)
    answer = () => answered(whole, "Content-Type: image/png")
    assert.equal((await fetchRaw(place("/x"))).status, 200)
  })

  test("is for people who are signed in, and for pages of this desk", async () => {
    assert.equal((await fetchRaw(place("/a.png"), {})).status, 401)
    for (const site of ["cross-site", "same-site", "none"])
      assert.equal(
        (await fetchRaw(place("/a.png"), { Authorization: `Bearer ${token}`, "Sec-Fetch-Site": site })).status,
        403,
      )
    assert.equal(elsewhere.connections, 0)
  })
})
