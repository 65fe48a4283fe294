import { Blob } from "node:buffer"
import * as fs from "node:fs"
import { Readable } from "node:stream"
import type { ReadableStream } from "node:stream/web"
import { DeskError, unavailable } from "../errors.ts"
import { type ByteRange, computeKey, type Files, isKey, type StoredFile, safeUnread } from "./files.ts"
import { folderOfUnfinished } from "./layout.ts"
import { askS3, type S3Settings } from "./s3-client.ts"
import { asideOf, nameOf } from "./s3-names.ts"
import { removeUnwanted } from "./s3-sweep.ts"
import { checkFolder, spool } from "./spool.ts"

/**
 * Files in a bucket of a store that speaks S3, which all nodes share. What comes bit by bit is first taken down in the
 * folder of this node, because its name is known only at its end.
 */
export function openS3Files(settings: S3Settings, folder: string): Files {
  return {
    async write(contents) {
      const key = await computeKey(contents)
      await put(settings, key, new Blob([contents]))
      return key
    },

    async writeStream(contents, { limitBytes }) {
      const { path, key, sizeBytes } = await spool(folderOfUnfinished(folder), contents, limitBytes)
      try {
        await put(settings, key, await fs.openAsBlob(path))
      } finally {
        await fs.promises.rm(path, { force: true }).catch(() => {})
      }
      return { key, sizeBytes }
    },

    async read(file) {
      const response = await get(settings, file)
      try {
        return Buffer.from(await response.arrayBuffer())
      } catch (error) {
        throw unreadable(error)
      }
    },

    async stream(file, range) {
      const { body } = await get(settings, file, range)
      return body ? safeUnread(Readable.fromWeb(body as ReadableStream)) : Readable.from([])
    },

    removeUnwanted: (unwanted) => removeUnwanted(settings, folder, unwanted),
    checkWrites: () => checkFolder(folderOfUnfinished(folder)),
  }
}

/** Also what is there already, so that it is as new and nobody takes it away. The store checks it by its hash. */
async function put(settings: S3Settings, key: string, body: Blob): Promise<void> {
  try {
    const response = await askS3(settings, { method: "PUT", name: nameOf(settings, key), body, bodyHash: key })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The store of files answered ${response.status}`)
  } catch (error) {
    throw unavailable("The file cannot be kept at the moment", error)
  }
}

async function get(settings: S3Settings, { key, sizeBytes }: StoredFile, range?: ByteRange): Promise<Response> {
  if (!isKey(key)) throw missing(new Error(`${key} is not a key of this store`))
  const headers = range ? { Range: `bytes=${range.start}-${range.end}` } : {}
  // A file that was taken away at the moment when somebody wrote it again still lies aside.
  for (const name of [nameOf(settings, key), asideOf(settings, key)]) {
    const response = await askS3(settings, { method: "GET", name, headers }).catch((error: unknown) => {
      throw unreadable(error)
    })
    if (response.ok) return whole(response, { key, sizeBytes }, range)
    await response.body?.cancel()
    if (response.status !== 404) throw unreadable(new Error(`The store of files answered ${response.status}`))
  }
  throw missing(new Error(`${key} is not in the bucket`))
}

/** The answer, unless the file has another size than the row says, or it is another part. */
async function whole(response: Response, { key, sizeBytes }: StoredFile, range?: ByteRange): Promise<Response> {
  const length = Number(response.headers.get("content-length"))
  const total = Number(/\/(\d+)$/.exec(response.headers.get("content-range") ?? "")?.[1] ?? length)
  if (total === sizeBytes && (!range || length === range.end - range.start + 1)) return response
  await response.body?.cancel()
  throw missing(new Error(`${key} has ${total} bytes and not ${sizeBytes}`))
}

function missing(cause: unknown): DeskError {
  return new DeskError(500, "file_missing", "The contents of this file are missing or damaged on this desk", { cause })
}

function unreadable(cause: unknown): DeskError {
  return unavailable("The file cannot be read at the moment", cause)
}
