import { createSocket, type RemoteInfo } from "node:dgram"
import { once } from "node:events"
import { type AddressInfo, isIPv4 } from "node:net"
import ipaddr from "ipaddr.js"

export interface Question {
  name: string
  type: "A" | "AAAA" | "TXT" | "MX"
}

/** Records in order, a name standing for an alias, or the texts where those are asked for; an error; or nothing at all. */
export type DnsAnswer = string[] | "no such name" | "failure" | "silence"

export interface Dns {
  /** As OUTGOING_DNS has it. */
  address: string
  questions: Question[]
  close(): Promise<unknown>
}

const codes = { "no such name": 3, failure: 2 }

/** A DNS server over UDP that says what the test wants, at once or later. Of the addresses in an answer only those of the type asked for are sent. */
export async function startDns(answer: (question: Question) => DnsAnswer | Promise<DnsAnswer>): Promise<Dns> {
  const socket = createSocket("udp4")
  const questions: Question[] = []
  /** By who asks and the whole message: on a busy machine a resolver sends its question again before it reads the answer. */
  const given = new Map<string, DnsAnswer | Promise<DnsAnswer>>()
  socket.on("message", (message: Buffer, { port, address }: RemoteInfo) => {
    const question = read(message)
    const key = `${port} ${message.toString("latin1")}`
    const said = given.get(key) ?? answer(question)
    if (!given.has(key)) questions.push(question)
    given.set(key, said)
    void Promise.resolve(said).then((said) => {
      if (said !== "silence") socket.send(write(message, question, said), port, address)
    })
  })
  await once(socket.bind(0, "127.0.0.1"), "listening")
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    questions,
    close: () => once(socket.close(), "close"),
  }
}

const headerLength = 12

/** Labels with their lengths, up to an empty one; the type follows. */
function read(message: Buffer): Question {
  const labels: string[] = []
  let at = headerLength
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join(".").toLowerCase(), type: types.get(message.readUInt16BE(at + 1)) ?? "A" }
}

const types = new Map<number, Question["type"]>([
  [1, "A"],
  [15, "MX"],
  [16, "TXT"],
  [28, "AAAA"],
])

function write(message: Buffer, { name, type }: Question, answer: Exclude<DnsAnswer, "silence">): Buffer {
  const records = typeof answer === "string" ? [] : recordsOf(name, type, answer)
  const header = Buffer.alloc(headerLength)
  message.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | (typeof answer === "string" ? codes[answer] : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  const question = message.subarray(headerLength, headerLength + encoded(name).length + 4)
  return Buffer.concat([header, question, ...records])
}

function recordsOf(name: string, type: Question["type"], answer: string[]): Buffer[] {
  if (type === "TXT") return answer.map((text) => record(name, 16, inPieces(text)))
  const records: Buffer[] = []
  let owner = name
  for (const entry of answer) {
    if (!ipaddr.isValid(entry)) {
      records.push(record(owner, 5, encoded(entry)))
      owner = entry
    } else if (isIPv4(entry) === (type === "A"))
      records.push(record(owner, type === "A" ? 1 : 28, Buffer.from(ipaddr.parse(entry).toByteArray())))
  }
  return records
}

/** Of 255 characters at most, each with its length. */
function inPieces(text: string): Buffer {
  const pieces = text.match(/.{1,255}/gs) ?? [""]
  return Buffer.concat(pieces.map((piece) => Buffer.from([piece.length, ...Buffer.from(piece, "latin1")])))
}

/** Of no lifetime, so that nobody keeps it. */
function record(owner: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(type, 0)
  fixed.writeUInt16BE(1, 2)
  fixed.writeUInt16BE(data.length, 8)
  return Buffer.concat([encoded(owner), fixed, data])
}

function encoded(name: string): Buffer {
  const labels = name.split(".").map((label) => Buffer.from([label.length, ...Buffer.from(label, "latin1")]))
  return Buffer.concat([...labels, Buffer.alloc(1)])
}
