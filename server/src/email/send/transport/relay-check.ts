import type { Config } from "../../../config.ts"
import { failureOf } from "./outcome.ts"
import { operatorsRelay } from "./relay.ts"
import { Line } from "./transmit.ts"

/** For those who look after the desk: whether its own relay answers and takes who signs in. Sends nothing. */
export async function lookAtRelay({
  smtpUrl,
  mailFrom,
  ...config
}: Config): Promise<{ well: string } | { wrong: string }> {
  if (smtpUrl === undefined)
    return { well: "no relay for the whole desk (SMTP_URL): inboxes need connections of their own, other mail is kept" }
  const relay = operatorsRelay(smtpUrl, { ...config, smtpUrl, mailFrom })
  try {
    const line = await Line.open(relay, AbortSignal.timeout(limitMs))
    line.quit()
    const from = mailFrom === undefined ? "; without MAIL_FROM the desk's own mail is kept" : ""
    return {
      well: `${relay.host}:${relay.port} answers${line.weakness === undefined ? "" : `, ${line.weakness}`}${from}`,
    }
  } catch (error) {
    return {
      wrong: `SMTP_URL (${relay.host}:${relay.port}): ${failureOf(error as Error).message}. Until it does, mail waits`,
    }
  }
}

const limitMs = 15_000
