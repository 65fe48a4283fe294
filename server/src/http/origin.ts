import type { FastifyRequest } from "fastify"
import type { Config } from "../config.ts"
import { DeskError } from "../errors.ts"

/**
 * The origin that was called, for absolute links. A redirect to another origin makes clients drop their token,
 * so it is the configured one or the request's own; forwarded headers count only from trusted proxies.
 */
export function originOf(request: FastifyRequest, config: Config): string {
  if (config.publicUrl !== undefined) return config.publicUrl
  const host = request.host
  if (!/^[a-z0-9.-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/i.test(host))
    throw new DeskError(400, "host", "The Host header is not a host name")
  return `${request.protocol}://${host}`
}

/** The same where no request says it, as in what is sent to others. */
export function ownOrigin(config: Config, port = config.port): string {
  const host = ["0.0.0.0", "::"].includes(config.host) ? "localhost" : config.host
  return config.publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`
}
