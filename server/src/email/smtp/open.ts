import type { FastifyBaseLogger } from "fastify"
import type { Config } from "../../config.ts"
import { refusal } from "../../errors.ts"
import type { Desk } from "../../http/route.ts"
import { openCertificate } from "./certificate.ts"
import type { RunningReceiver } from "./receiver.ts"

/** Those that the configuration asks for: none, unless it names a port. */
export async function openReceivers(desk: Desk, log: FastifyBaseLogger): Promise<RunningReceiver[]> {
  const { config } = desk
  const certificate = openCertificate(config, log)
  const wanted = [
    { protocol: "smtp" as const, port: config.smtpPort },
    { protocol: "lmtp" as const, port: config.lmtpPort },
  ].filter(({ port }) => port !== 0)
  const opened: RunningReceiver[] = []
  if (wanted.length === 0) return opened
  // The SMTP server costs a tenth of a second to load, and most desks fetch their mail instead.
  const { startReceiver } = await import("./receiver.ts")
  for (const { protocol, port } of wanted)
    try {
      opened.push(await startReceiver(desk, { protocol, port, certificate }, log))
      log.info(`mail is taken by ${protocol.toUpperCase()} at ${config.smtpHost}:${port}`)
    } catch (error) {
      await Promise.all(opened.map((receiver) => receiver.stop()))
      throw explain(error, { protocol, port, host: config.smtpHost })
    }
  return opened
}

function explain(
  error: unknown,
  { protocol, port, host }: { protocol: string; port: number; host: Config["smtpHost"] },
) {
  const name = `${protocol.toUpperCase()}_PORT`
  switch ((error as NodeJS.ErrnoException).code) {
    case "EADDRINUSE":
      return refusal(`Port ${port} is taken by another program. Stop it, or choose another ${name}.`)
    case "EACCES":
      return refusal(`Port ${port} needs more rights than this user has. Choose a ${name} above 1024.`)
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return refusal(`SMTP_HOST ${host} is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all.`)
    default:
      return error
  }
}
