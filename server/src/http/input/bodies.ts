import { createHash } from "node:crypto"
import type { FastifyInstance, FastifyRequest } from "fastify"
import { DeskError } from "../../errors.ts"

/** A mail as it is. Where requests are compared, its hash stands for it; who looks through a body does not see its bytes. */
export class RawMail {
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get bytes(): Buffer {
    return this.#bytes
  }

  toJSON(): string {
    return createHash("sha256").update(this.#bytes).digest("hex")
  }
}

/** JSON in any of its spellings; forms, and mails as they are, where a route says so. Everything else is refused with 415. */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addHook("onRequest", (request, _reply, done) => {
    if (request.raw.headers["content-encoding"] !== undefined)
      throw new DeskError(415, "media_type", "Send the body without Content-Encoding")
    done()
  })
  app.addContentTypeParser(
    /^application\/([\w.+-]+\+)?json\b/i,
    { parseAs: "string" },
    async (_request: FastifyRequest, text: string) => (text.trim() === "" ? undefined : parseJson(text)),
  )
  app.addContentTypeParser(
    /^application\/x-www-form-urlencoded\b/i,
    { parseAs: "string" },
    async (request: FastifyRequest, text: string) => {
      if (!request.routeOptions.config.route?.form)
        throw new DeskError(415, "media_type", "Send the body as application/json")
      return Object.fromEntries(new URLSearchParams(text))
    },
  )
  app.addContentTypeParser(
    /^message\/rfc822\b/i,
    { parseAs: "buffer" },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (!request.routeOptions.config.route?.mail)
        throw new DeskError(415, "media_type", "Send the body as application/json")
      return { raw: new RawMail(bytes) }
    },
  )
}

/** Deep enough for anything we take, shallow enough for every recursive reader. */
const deepest = 32

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""))
    refuseDeep(value)
    return value
  } catch (error) {
    if (error instanceof DeskError) throw error
    throw new DeskError(400, "json", `The body is not valid JSON: ${(error as Error).message.slice(0, 200)}`)
  }
}

function refuseDeep(value: unknown): void {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) throw new DeskError(400, "json", `The body is nested more than ${deepest} levels deep`)
    const next: unknown[] = []
    for (const entry of level) {
      if (typeof entry !== "object" || entry === null) continue
      for (const inner of Object.values(entry)) if (typeof inner === "object" && inner !== null) next.push(inner)
    }
    level = next
  }
}
