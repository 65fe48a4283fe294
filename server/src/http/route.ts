import type { FastifyReply, FastifyRequest } from "fastify"
import type { Static, TSchema } from "typebox"
import type { Config } from "../config.ts"
import type { Database, Db } from "../db/db.ts"
import type { DeskError } from "../errors.ts"
import type { Files } from "../files/files.ts"
import type { MailThrottle } from "../runtime/mail-throttle.ts"
import type { Outgoing } from "./outgoing/safe-fetch.ts"
import type { Permission, Viewer } from "./viewer.ts"

/** What every route may reach. */
export interface Desk {
  config: Config
  db: Database
  replica: Database | undefined
  files: Files
  outgoing: Outgoing
  /** Shared by everybody who brings mail to this node. */
  mailThrottle?: MailThrottle
  now: () => Date
}

export interface Answer {
  status: number
  headers?: Record<string, string | string[]>
  /** Sent as HAL+JSON, or as it is when it is text, bytes or a stream of them and `headers` names its type. */
  body?: unknown
  /** The body's JSON, where it was made already: it alone is sent then. */
  json?: string | Buffer
  /** Single reads carry one; it also settles If-None-Match. */
  etag?: string
  /** A sentence for `X-Deskhand-Hint`. */
  hint?: string
}

export interface Call<Query = unknown, Path = unknown, Body = unknown> {
  desk: Desk
  /** The replica for reads where there is one, the primary for writes, the running transaction under a key. */
  db: Db
  /** There is one on every route that is not public. */
  viewer: Viewer
  query: Query
  path: Path
  body: Body
  /** Scheme, host and port that links start with. */
  origin: string
  now: Date
  request: FastifyRequest
  reply: FastifyReply
}

export interface Route {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  url: string
  permission: Permission
  /** One line for the reference page. */
  summary: string
  query?: TSchema
  path?: TSchema
  body?: TSchema
  /** Every status it gives by design, with the shape of its body or, where it has none, a sentence. */
  answers: Record<number, TSchema | string>
  /** Carries a message with its attachments, so that its body may be as large as those. */
  message?: boolean
  /** Takes a mail as it is (`message/rfc822`) beside JSON, in which it stands as `raw`. */
  mail?: boolean
  /** Takes form bodies beside JSON; only the token endpoints do. */
  form?: boolean
  /** False where the answer carries a secret that must not be kept, or waits for others with no transaction open. */
  repeatable?: boolean
  /** Awaited before anything is begun: no transaction is open meanwhile. */
  throttle?: (desk: Desk) => Promise<void>
  /** How it words its failures, where a standard says otherwise than we do. */
  problem?: (problem: DeskError) => Answer
  handle: (call: Call) => Promise<Answer>
}

/** Ties the shapes a route declares to the types its handler sees. */
export function route<Query extends TSchema, Path extends TSchema, Body extends TSchema>(
  definition: Omit<Route, "query" | "path" | "body" | "handle"> & {
    query?: Query
    path?: Path
    body?: Body
    handle: (call: Call<Static<Query>, Static<Path>, Static<Body>>) => Promise<Answer>
  },
): Route {
  return definition as unknown as Route
}
