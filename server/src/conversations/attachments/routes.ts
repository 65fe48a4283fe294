import { buffer } from "node:stream/consumers"
import { Attachment, AttachmentData, AttachmentPath } from "@deskhand/contract/conversations/thread"
import type { FastifyRequest } from "fastify"
import Type from "typebox"
import type { Db } from "../../db/db.ts"
import { DeskError, forbidden, notFound } from "../../errors.ts"
import type { Files } from "../../files/files.ts"
import { resource } from "../../http/hal.ts"
import { type Answer, type Call, route } from "../../http/route.ts"
import type { Viewer } from "../../http/viewer.ts"
import { presentAttachment } from "./present.ts"
import { type AttachmentRow, type FoundAttachment, findAttachment } from "./queries.ts"
import { contentDisposition, isMimeType, isNotScannable, isPicture, rangeOf } from "./rules.ts"

const scanPending = "Still being scanned; try again after `Retry-After`"
const malicious = "The scanner found something malicious in it"

export const getAttachment = route({
  method: "GET",
  url: "/v2/conversations/:conversationId/attachments/:attachmentId",
  permission: "conversations:read",
  summary: "Get an attachment",
  path: AttachmentPath,
  answers: { 200: Attachment, 409: scanPending },
  handle: (call) => answerAttachment(call, call.path),
})

export async function answerAttachment(
  { db, viewer, origin }: Pick<Call, "db" | "viewer" | "origin">,
  path: Path,
): Promise<Answer> {
  const row = await findScanned(db, viewer, path)
  return resource(presentAttachment(row, row, origin))
}

export const getAttachmentData = route({
  method: "GET",
  url: "/v2/conversations/:conversationId/attachments/:attachmentId/data",
  permission: "conversations:read",
  summary: "Get the contents of an attachment in base64",
  path: AttachmentPath,
  answers: { 200: AttachmentData, 403: malicious, 409: scanPending },
  async handle({ desk, db, viewer, path }) {
    const row = await findHarmless(db, viewer, path)
    const contents = await desk.files.read({ key: row.storage_key, sizeBytes: row.size_bytes })
    return { status: 200, body: { data: contents.toString("base64") }, etag: etagOf(row) }
  },
})

const Bytes = Type.String({ contentMediaType: "*/*", description: "The bytes of the file, with its media type" })

export const getAttachmentFile = route({
  method: "GET",
  url: "/v2/conversations/:conversationId/attachments/:attachmentId/file",
  permission: "conversations:read",
  summary: "Download an attachment, whole or one range of its bytes",
  path: AttachmentPath,
  answers: {
    200: Bytes,
    206: Bytes,
    304: "Not changed since",
    403: malicious,
    409: scanPending,
    416: "It has no such bytes",
  },
  async handle({ desk, db, viewer, path, request }) {
    refusePartOfPage(request)
    const row = await findHarmless(db, viewer, path)
    const size = row.size_bytes
    const etag = etagOf(row)
    const range = rangeOf({ method: request.method, headers: request.headers, size, etag })
    if (range === "unsatisfiable")
      throw new DeskError(416, "range", `There are ${size} bytes`, { headers: { "Content-Range": `bytes */${size}` } })
    return {
      status: range ? 206 : 200,
      headers: {
        "Content-Type": await typeOf(desk.files, row),
        "Content-Length": String(range ? range.end - range.start + 1 : size),
        "Content-Disposition": contentDisposition(row.filename),
        // Whatever it is: opened as a page of this origin it could act for whoever is signed in.
        "Content-Security-Policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
        "Accept-Ranges": "bytes",
        ...(range && { "Content-Range": `bytes ${range.start}-${range.end}/${size}` }),
      },
      body: await desk.files.stream({ key: row.storage_key, sizeBytes: size }, range),
      etag,
    }
  },
})

/** What says that it is a picture is one only if it begins like one. */
async function typeOf(files: Files, row: Scanned): Promise<string> {
  const { mime_type: type, storage_key: key, size_bytes: sizeBytes } = row
  const unknown = "application/octet-stream"
  if (!isMimeType(type)) return unknown
  if (!/^image\//i.test(type) || row.width !== null) return type
  if (sizeBytes === 0) return unknown
  const beginning = await buffer(await files.stream({ key, sizeBytes }, { start: 0, end: Math.min(31, sizeBytes - 1) }))
  return isPicture(beginning) ? type : unknown
}

/** Pages run what comes from their own origin; what strangers sent is never such a part of them, only a picture or a download. */
export function refusePartOfPage({ headers }: FastifyRequest): void {
  const destination = headers["sec-fetch-dest"]
  if (destination === undefined || /^(empty|document|image)$/.test(String(destination))) return
  throw forbidden("An attachment is downloaded or shown as a picture, and nothing else")
}

type Path = Parameters<typeof findAttachment>[2]
type Scanned = FoundAttachment & Pick<AttachmentRow, "state">

async function findScanned(db: Db, viewer: Viewer, path: Path): Promise<Scanned> {
  const row = await findAttachment(db, viewer, path)
  if (!row) throw notFound()
  const { state } = row
  if (state !== "pending") return { ...row, state }
  throw new DeskError(409, "scan_pending", "This attachment is still being scanned", {
    headers: { "Retry-After": "5" },
  })
}

async function findHarmless(db: Db, viewer: Viewer, path: Path): Promise<Scanned> {
  const row = await findScanned(db, viewer, path)
  if (row.state === "valid") return row
  const finding = row.finding === null ? "" : `: ${row.finding}`
  const words = isNotScannable(row.finding)
    ? "The scanner cannot look into this attachment"
    : "The scanner found something malicious in this attachment"
  throw new DeskError(403, "virus", `${words}${finding}`)
}

/** Contents never change, so their key tells them. */
function etagOf({ storage_key }: FoundAttachment): string {
  return `"${storage_key}"`
}
