import { createHash, createHmac } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"

export interface StoredObject {
  contents: Buffer
  modifiedAt: Date
}

export interface S3 {
  endpoint: string
  bucket: string
  region: string
  keyId: string
  secret: string
  /** By their names in the bucket; tests look into them and change them. */
  objects: Map<string, StoredObject>
  /** What was asked for, such as `PUT deskhand/contents/…`. */
  asked: string[]
  /** Says what to do with a request instead of answering it; nothing answers it. */
  trouble: ((question: Question) => "refuse" | "cut" | "reset" | undefined) | undefined
  close(): Promise<unknown>
}

export interface Question {
  method: string
  name: string
}

/** A store that speaks S3 and takes nobody at their word: every signature and every hash is checked (SigV4). */
export async function startS3(): Promise<S3> {
  const server = createServer((request, response) => {
    void answer(s3, request, response).catch(() => response.destroy())
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const s3: S3 = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket: "attachments",
    region: "eu-test-1",
    keyId: "AKTEST",
    secret: "s3cr3t/+=",
    objects: new Map(),
    asked: [],
    trouble: undefined,
    close() {
      server.closeAllConnections()
      return once(server.close(), "close")
    },
  }
  return s3
}

async function answer(s3: S3, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "", s3.endpoint)
  const contents = await buffer(request)
  const [, bucket, ...rest] = url.pathname.split("/")
  const name = decodeURIComponent(rest.join("/"))
  const question = { method: request.method ?? "", name }
  s3.asked.push(`${question.method} ${name}`)
  const refused = refusalOf(s3, { request, url, contents, bucket: bucket ?? "" })
  if (refused !== undefined) return send(response, 403, `<Error><Code>${refused}</Code></Error>`)
  const trouble = s3.trouble?.(question)
  if (trouble === "refuse") return send(response, 503, "<Error><Code>SlowDown</Code></Error>")
  if (trouble === "reset") {
    request.socket.destroy()
    return
  }
  switch (question.method) {
    case "PUT":
      return put(s3, { request, response, name, contents })
    case "GET":
      if (name === "") return list(s3, url, response)
      return get(s3, { request, response, name, cut: trouble === "cut" })
    case "HEAD":
      return get(s3, { request, response, name, cut: false })
    case "DELETE":
      s3.objects.delete(name)
      return send(response, 204, "")
    default:
      return send(response, 405, "")
  }
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { "Content-Type": "application/xml" }).end(body)
}

function sendMissing(response: ServerResponse): void {
  send(response, 404, "<Error><Code>NoSuchKey</Code></Error>")
}

interface Signed {
  request: IncomingMessage
  url: URL
  contents: Buffer
  bucket: string
}

const sha256 = (contents: Buffer | string) => createHash("sha256").update(contents).digest("hex")
const hmac = (key: Buffer | string, text: string) => createHmac("sha256", key).update(text).digest()

/** Written from the description of Signature Version 4, not from what signs. */
function refusalOf(s3: S3, { request, url, contents, bucket }: Signed): string | undefined {
  const { headers } = request
  const shape =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/
  const [, keyId, day = "", region = "", signedNames = "", signature] = shape.exec(headers.authorization ?? "") ?? []
  if (bucket !== s3.bucket || keyId !== s3.keyId || region !== s3.region) return "AccessDenied"
  const moment = String(headers["x-amz-date"])
  const given = String(headers["x-amz-content-sha256"])
  if (!moment.startsWith(day) || given !== sha256(contents)) return "XAmzContentSHA256Mismatch"
  if (request.method === "PUT" && headers["content-length"] === undefined) return "MissingContentLength"
  const names = signedNames.split(";")
  const mustSign = Object.keys(headers).filter((name) => name.startsWith("x-amz-") || name === "host")
  if (!mustSign.every((name) => names.includes(name))) return "HeadersNotSigned"
  const query = [...url.searchParams].sort(([one], [other]) => (one < other ? -1 : 1))
  const canonical = [
    request.method,
    url.pathname,
    query.map((pair) => pair.map(encodeURIComponent).join("=")).join("&"),
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    "",
    signedNames,
    given,
  ].join("\n")
  const scope = `${day}/${region}/s3/aws4_request`
  const key = hmac(hmac(hmac(hmac(`AWS4${s3.secret}`, day), region), "s3"), "aws4_request")
  const expected = hmac(key, `AWS4-HMAC-SHA256\n${moment}\n${scope}\n${sha256(canonical)}`).toString("hex")
  return signature === expected ? undefined : "SignatureDoesNotMatch"
}

interface Writing {
  request: IncomingMessage
  response: ServerResponse
  name: string
  contents: Buffer
}

function put(s3: S3, { request, response, name, contents }: Writing): void {
  const source = request.headers["x-amz-copy-source"]
  const from = source === undefined ? undefined : s3.objects.get(String(source).replace(`/${s3.bucket}/`, ""))
  if (source !== undefined && !from) sendMissing(response)
  else {
    s3.objects.set(name, { contents: from?.contents ?? contents, modifiedAt: new Date() })
    send(response, 200, from ? "<CopyObjectResult></CopyObjectResult>" : "")
  }
}

interface Reading {
  request: IncomingMessage
  response: ServerResponse
  name: string
  cut: boolean
}

function get(s3: S3, { request, response, name, cut }: Reading): void {
  const object = s3.objects.get(name)
  if (!object) {
    sendMissing(response)
    return
  }
  const { contents, modifiedAt } = object
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? []
  const part = first === undefined ? contents : contents.subarray(Number(first), Number(last) + 1)
  response.writeHead(first === undefined ? 200 : 206, {
    "Content-Length": part.length,
    "Last-Modified": modifiedAt.toUTCString(),
    ...(first !== undefined && { "Content-Range": `bytes ${first}-${last}/${contents.length}` }),
  })
  if (request.method === "HEAD") response.end()
  else if (!cut) response.end(part)
  else response.write(part.subarray(0, Math.floor(part.length / 2)), () => request.socket.destroy())
}

/** So few at once that every list has pages. */
const pageSize = 2

function list(s3: S3, url: URL, response: ServerResponse): void {
  const prefix = url.searchParams.get("prefix") ?? ""
  const after = url.searchParams.get("continuation-token")?.replace(/^after&/, "") ?? ""
  const names = [...s3.objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort()
  const page = names.slice(0, pageSize)
  const rest = names.length > page.length
  const entries = page.map((name) => {
    const { contents, modifiedAt } = s3.objects.get(name) ?? { contents: Buffer.alloc(0), modifiedAt: new Date(0) }
    return `<Contents><Key>${name}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><Size>${contents.length}</Size></Contents>`
  })
  const token = rest ? `<NextContinuationToken>after&amp;${page.at(-1)}</NextContinuationToken>` : ""
  send(
    response,
    200,
    `<?xml version="1.0"?><ListBucketResult><IsTruncated>${rest}</IsTruncated>${entries.join("")}${token}</ListBucketResult>`,
  )
}
