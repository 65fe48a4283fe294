import assert from "node:assert/strict"
import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"

export interface Access {
  origin: string
  token: string
}

/** Conversations, a file and a secret that a backup has to bring back. */
export interface Contents {
  total: number
  conversationId: string
  file: string
  connection: string
}

const attached = Buffer.from("Ten years of invoices")
const password = "a password that the desk encrypts"

/** Adds a conversation with a file, and a mail connection whose password the desk encrypts. */
export async function addContents(access: Access, imapPort: number): Promise<Contents> {
  const { _embedded } = await getJson(access, "/v2/mailboxes")
  const inboxId = _embedded.mailboxes[0].id
  const attachment = { fileName: "invoices.txt", mimeType: "text/plain", data: attached.toString("base64") }
  const conversationId = await post(access, "/v2/conversations", {
    subject: "Keep this",
    type: "email",
    mailboxId: inboxId,
    status: "active",
    customer: { email: "keeper@backup.example" },
    threads: [{ type: "customer", text: "See attachment", attachments: [attachment] }],
  })
  const server = { host: "127.0.0.1", port: imapPort, security: "none" }
  const login = { auth: "password", username: "desk", password }
  const connections = `/v2/mailboxes/${inboxId}/connections`
  const connectionId = await post(access, connections, { kind: "imap", ...server, ...login })
  const threads = await getJson(access, `/v2/conversations/${conversationId}/threads`)
  const { id } = threads._embedded.threads[0]._embedded.attachments[0]
  const { page } = await getJson(access, "/v2/conversations?status=all")
  return {
    total: page.totalElements,
    conversationId,
    file: `/v2/conversations/${conversationId}/attachments/${id}/file`,
    connection: `${connections}/${connectionId}`,
  }
}

/** The desk has it all: conversations, the file, and the password, which a test of the connection sends. */
export async function checkContents(access: Access, contents: Contents, imap: ImapServer): Promise<void> {
  const headers = { Authorization: `Bearer ${access.token}` }
  assert.equal((await getJson(access, "/v2/conversations?status=all")).page.totalElements, contents.total)
  assert.equal((await getJson(access, `/v2/conversations/${contents.conversationId}`)).subject, "Keep this")
  const file = await fetch(access.origin + contents.file, { headers })
  assert.deepEqual([file.status, Buffer.from(await file.arrayBuffer())], [200, attached])
  const tested = await fetch(`${access.origin}${contents.connection}/test`, { method: "POST", headers })
  const verdict = await tested.text()
  assert.ok(imap.received().includes(password), verdict)
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely and assert what they find.
export async function getJson({ origin, token }: Access, path: string): Promise<any> {
  const answer = await fetch(origin + path, { headers: { Authorization: `Bearer ${token}` } })
  const text = await answer.text()
  assert.equal(answer.status, 200, text)
  return JSON.parse(text)
}

/** Returns the id of what was created. */
export async function post({ origin, token }: Access, path: string, body: object): Promise<string> {
  const answer = await fetch(origin + path, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  })
  assert.equal(answer.status, 201, await answer.text())
  return answer.headers.get("resource-id") ?? ""
}

export interface ImapServer {
  port: number
  /** Everything that clients have sent since `forget`. */
  received(): string
  forget(): void
  close(): void
}

/** Refuses every command after its greeting, and keeps what it was sent. */
export async function startImapServer(): Promise<ImapServer> {
  let received = ""
  const server = createServer((socket) => {
    socket.on("error", () => {})
    socket.write("* OK [CAPABILITY IMAP4rev1] ready\r\n")
    socket.on("data", (chunk) => {
      received += chunk
      for (const [, tag] of String(chunk).matchAll(/^(\S+) \S+.*$/gm)) socket.write(`${tag} NO Not now\r\n`)
    })
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  return {
    port: (server.address() as AddressInfo).port,
    received: () => received,
    forget() {
      received = ""
    },
    close: () => server.close(),
  }
}

/** Settings of a desk that may speak to this mail server. */
export function allowing({ port }: ImapServer): Record<string, string> {
  return { OUTGOING_ALLOW: "127.0.0.1", OUTGOING_PORTS: String(port) }
}
