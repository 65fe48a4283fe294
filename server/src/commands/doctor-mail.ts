import type { Config } from "../config.ts"
import { type Database, sql } from "../db/db.ts"
import { openCertificate } from "../email/smtp/certificate.ts"
import type { Finding } from "./finding.ts"

/** Where mail is taken, and whether what it needs is there. */
export function checkReceiver(config: Config): Finding {
  const about = "Mail receiver"
  const { smtpPort, lmtpPort, smtpHost, replyDomain } = config
  const ports = [...(smtpPort === 0 ? [] : [`SMTP on ${smtpPort}`]), ...(lmtpPort === 0 ? [] : [`LMTP on ${lmtpPort}`])]
  if (ports.length === 0) {
    if (replyDomain === undefined) return { about, well: "off (set SMTP_PORT or LMTP_PORT to take mail here)" }
    return { about, wrong: "REPLY_DOMAIN is set, and nobody takes its mail; set SMTP_PORT or LMTP_PORT too" }
  }
  try {
    const encrypted = openCertificate(config, { error: () => {} }) ? "with STARTTLS" : "without STARTTLS"
    const answers = replyDomain === undefined ? "" : `, and answers to ${replyDomain}`
    return { about, well: `${ports.join(" and ")} at ${smtpHost}, ${encrypted}${answers}` }
  } catch (error) {
    return { about, wrong: (error as Error).message }
  }
}

interface Connection {
  name: string
  kind: string
  state: string
  problem: string | null
  last_success_at: Date | null
}

/** Each inbox's own way to fetch and to send. */
export async function checkMail(db: Database): Promise<Finding[]> {
  const { exists } = await db.one<{ exists: boolean }>(
    sql`select to_regclass('mail_connections') is not null as exists`,
  )
  if (!exists) return []
  const rows = await db.many<Connection>(sql`
    select inboxes.name, kind, state, problem, last_success_at from mail_connections join inboxes on inboxes.id = inbox_id
    where enabled order by inboxes.id, kind limit 1000`)
  return rows.map(({ name, kind, state, problem, last_success_at }) => {
    const about = `Mail of ${name} (${kind.toUpperCase()})`
    const last = last_success_at === null ? "never worked yet" : `last worked ${last_success_at.toISOString()}`
    return problem === null ? { about, well: `${state}, ${last}` } : { about, wrong: `${state}: ${problem}; ${last}` }
  })
}
