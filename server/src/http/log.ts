import type { Writable } from "node:stream"
import Fastify, { type FastifyBaseLogger } from "fastify"
import type { Config } from "../config.ts"

/** Where the log goes; standard error without a stream. */
export function logOptions({ logLevel }: Pick<Config, "logLevel">, stream: Writable = process.stderr) {
  return { level: logLevel, stream }
}

/** The log of a node that answers no HTTP, in the format of one that does. */
export function openLog(config: Pick<Config, "logLevel">, stream?: Writable): FastifyBaseLogger {
  return Fastify({ logger: logOptions(config, stream) }).log
}
