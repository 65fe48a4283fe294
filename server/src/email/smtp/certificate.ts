import { readFileSync } from "node:fs"
import { createSecureContext } from "node:tls"
import type { FastifyBaseLogger } from "fastify"
import type { Config } from "../../config.ts"
import { refusal } from "../../errors.ts"

export interface Pem {
  cert: string
  key: string
}

export interface ReceiverCertificate {
  read(): Pem
  /** Certificates are renewed every few weeks, and nobody starts the desk anew for that. Gives what ends it. */
  watch(onRenewed: (files: Pem) => void): () => void
}

const lookMs = 60_000

/** What STARTTLS is offered with; undefined where the operator has none. Throws a refusal where it is no good. */
export function openCertificate(
  config: Config,
  log: Pick<FastifyBaseLogger, "error">,
): ReceiverCertificate | undefined {
  const { smtpTlsCert, smtpTlsKey } = config
  if (smtpTlsCert === undefined && smtpTlsKey === undefined) return undefined
  if (smtpTlsCert === undefined || smtpTlsKey === undefined)
    throw refusal("SMTP_TLS_CERT and SMTP_TLS_KEY belong together. Set both, or neither.")
  const read = () => {
    try {
      const files = { cert: readFileSync(smtpTlsCert, "utf8"), key: readFileSync(smtpTlsKey, "utf8") }
      createSecureContext(files)
      return files
    } catch (error) {
      throw refusal(`SMTP_TLS_CERT and SMTP_TLS_KEY cannot be used: ${(error as Error).message}`, error)
    }
  }
  let known = read()
  return {
    read: () => known,
    watch(onRenewed) {
      const look = () => {
        try {
          const found = read()
          if (found.cert === known.cert && found.key === known.key) return
          known = found
          onRenewed(found)
        } catch (error) {
          log.error({ err: error }, "the certificate for mail cannot be read; the one before stays in use")
        }
      }
      const timer = setInterval(look, lookMs).unref()
      return () => clearInterval(timer)
    },
  }
}
