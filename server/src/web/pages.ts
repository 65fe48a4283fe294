import { resolve } from "node:path"
import type { FastifyRequest } from "fastify"
import type { Answer, Route } from "../http/route.ts"
import { type Encoding, readWebFiles, type WebFile } from "./files.ts"
import { policies } from "./policies.ts"

let files: ReadonlyMap<string, WebFile> | undefined

/** Read once, when somebody first asks for a page. */
function webFiles(): ReadonlyMap<string, WebFile> {
  files ??= readWebFiles(resolve(import.meta.dirname, "../../../web/dist"))
  return files
}

/** The one page of the application that the API documents. */
export const conversationPage = "/conversation/:conversationId/:number"

/**
 * Serves the files of the web application, and the application itself to a browser that opens any other address outside
 * the API. A path is a file only if the build made it: searches contain dots, slashes and percent signs too.
 */
export function pagesBeside(routes: readonly Route[]): (request: FastifyRequest) => Answer | undefined {
  const apiRoutes = routes.filter(({ url }) => url !== conversationPage)
  const taken = new Set(apiRoutes.map(({ url }) => url.split("/")[1] ?? ""))
  return (request) => {
    if (request.method !== "GET" && request.method !== "HEAD") return undefined
    const path = request.url.split("?")[0] ?? "/"
    if (Object.hasOwn(frames, path)) return frameAnswer(path, request)
    const file = path.endsWith(".html") ? undefined : webFiles().get(path)
    const isAsset = path.startsWith("/assets/")
    if (file && path === workerPath)
      return fileAnswer(file, request, { ...forAnHour, "Content-Security-Policy": policies.worker })
    if (file) return fileAnswer(file, request, isAsset ? forEver : forAnHour)
    if (isAsset || taken.has(path.split("/")[1] ?? "")) return undefined
    return path === "/" || wantsPage(request) ? applicationPage(request) : undefined
  }
}

/** The application; it finds out by its address what to show. */
export function applicationPage(request: FastifyRequest): Answer | undefined {
  const file = webFiles().get("/index.html")
  return file && fileAnswer(file, request, pageHeaders(policies.application))
}

function pageHeaders(policy: string): Record<string, string> {
  return {
    "Content-Security-Policy": policy,
    "Cache-Control": "no-cache",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  }
}

/** It serves what was loaded before while the network is away. */
const workerPath = "/notifications.js"

/** Their names change with their contents. */
const forEver = { "Cache-Control": "public, max-age=31536000, immutable" }

const forAnHour = { "Cache-Control": "public, max-age=3600" }

const frames: Record<string, string> = {
  "/message": policies.message,
  "/message-with-images": policies.messageWithImages,
}

/** A conversation has a frame for every message. The document needs only a font, so an old one does no harm. */
function frameAnswer(path: string, request: FastifyRequest): Answer | undefined {
  const file = webFiles().get("/message.html")
  const headers = { ...pageHeaders(frames[path] ?? ""), "Cache-Control": "private, max-age=3600" }
  return file && fileAnswer(file, request, headers)
}

function fileAnswer(file: WebFile, request: FastifyRequest, headers: Record<string, string>): Answer {
  const encoding = bestEncoding(file, request.headers["accept-encoding"])
  return {
    status: 200,
    headers: {
      "Content-Type": file.type,
      Vary: "Accept-Encoding",
      ...(encoding && { "Content-Encoding": encoding }),
      ...headers,
    },
    body: (encoding && file.encoded[encoding]) ?? file.bytes,
    etag: `"${file.hash}${encoding ? `-${encoding}` : ""}"`,
  }
}

function bestEncoding({ encoded }: WebFile, accepted = ""): Encoding | undefined {
  const taken = accepted
    .toLowerCase()
    .split(",")
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(";")[0])
  return (["br", "gzip"] as const).find((encoding) => encoded[encoding] && taken.includes(encoding))
}

/** The front door is open to all. Browsers that open an address say so; programs that have mistaken one are told that there is nothing. */
function wantsPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes("text/html") === true
}
