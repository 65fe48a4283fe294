import { Connection } from "./connection.ts"

export interface HandingOver {
  address: string
  token: string
  inboxId: number
  /** Their numbers. */
  from: number
  to: number
}

export const messageBytes = 50_000
/** Each sends so many, as customers do, and is new with the first. */
const perSender = 4
const connections = 4

/** Messages to one inbox, as fast as it takes them. */
export async function handOver({ address, token, inboxId, from, to }: HandingOver): Promise<void> {
  let next = from
  const send = async () => {
    const connection = await Connection.open(address)
    try {
      while (next < to) {
        const mail = Buffer.from(mailOf(next++))
        const head = [
          `POST /v2/mailboxes/${inboxId}/inbound HTTP/1.1`,
          "Host: 127.0.0.1",
          `Authorization: Bearer ${token}`,
          "Content-Type: message/rfc822",
          `Content-Length: ${mail.length}`,
        ].join("\r\n")
        const { status } = await connection.ask(Buffer.concat([Buffer.from(`${head}\r\n\r\n`), mail]))
        if (status !== 201) throw new Error(`A message was answered ${status}`)
      }
    } finally {
      connection.close()
    }
  }
  await Promise.all(Array.from({ length: connections }, send))
}

/** Text and HTML that say the same, and a small file, as most mail programs send it. */
function mailOf(number: number): string {
  const customer = Math.floor(number / perSender)
  const words = `order parcel door morning invoice colour ${number} thanks regards question delivery address `
  const text = words.repeat(Math.ceil((messageBytes * 0.3) / words.length))
  const html = `<html><body>${`<p>${words}</p>\r\n`.repeat(Math.ceil((messageBytes * 0.35) / (words.length + 9)))}</body></html>`
  const file = `${"QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5ejAxMjM0NTY3\r\n".repeat(Math.ceil((messageBytes * 0.33) / 80))}`
  return [
    `Received: from mx.bench.example by desk.bench.example; Tue, 3 Mar 2026 10:00:00 +0000`,
    `From: "Customer ${customer}" <customer${customer}@bench.example>`,
    "To: support@bench.example",
    `Subject: Question ${number}`,
    `Message-ID: <${number}.${Date.now()}@bench.example>`,
    "Date: Tue, 3 Mar 2026 10:00:00 +0000",
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="outer"',
    "",
    "--outer",
    'Content-Type: multipart/alternative; boundary="inner"',
    "",
    "--inner",
    "Content-Type: text/plain; charset=utf-8",
    "",
    text,
    "--inner",
    "Content-Type: text/html; charset=utf-8",
    "",
    html,
    "--inner--",
    "--outer",
    `Content-Type: application/octet-stream; name="file${number}.bin"`,
    "Content-Transfer-Encoding: base64",
    `Content-Disposition: attachment; filename="file${number}.bin"`,
    "",
    file,
    "--outer--",
  ].join("\r\n")
}
