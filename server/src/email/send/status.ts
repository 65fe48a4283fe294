import type { OutgoingStatus } from "@deskhand/contract/mail/outgoing-mail"
import { type Db, type Sql, sql } from "../../db/db.ts"
import type { ConnectionRow } from "../connections/queries.ts"

export interface OutgoingStatusRow {
  inbox_id: number
  /** Of its own connection; null where there is none. */
  enabled: boolean | null
  state: ConnectionRow["state"] | null
  problem: string | null
  relay_state: ConnectionRow["state"]
  relay_problem: string | null
}

/** Of the inboxes that fulfil the condition on `i.id`. */
export function listOutgoingStatus(db: Db, condition: Sql): Promise<OutgoingStatusRow[]> {
  return db.many(sql`
    select i.id as inbox_id, c.enabled, c.state, c.problem, r.state as relay_state, r.problem as relay_problem
    from inboxes i cross join operator_relay r
    left join mail_connections c on c.inbox_id = i.id and c.kind = 'smtp'
    where ${condition} order by i.id`)
}

/** As `findRelay` chooses: the inbox's own connection where it is enabled, else the operator's relay. */
export function outgoingStatusOf(row: OutgoingStatusRow, hasRelay: boolean): OutgoingStatus {
  if (row.enabled) return { sendsThrough: "connection", ...trouble(row.state, row.problem) }
  if (hasRelay) return { sendsThrough: "relay", ...trouble(row.relay_state, row.relay_problem) }
  return { sendsThrough: "nothing", canSend: false, reason: row.enabled === null ? "not-set-up" : "turned-off" }
}

function trouble(state: ConnectionRow["state"] | null, problem: string | null): Omit<OutgoingStatus, "sendsThrough"> {
  if (state !== "failing" && state !== "refused") return { canSend: true }
  return { canSend: false, reason: state, ...(problem !== null && { problem }) }
}
