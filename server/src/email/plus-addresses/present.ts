import type { PlusAddressTest } from "@deskhand/contract/mail/outgoing-mail"
import { timestamp } from "../../http/hal.ts"
import type { PlusTestRow } from "./queries.ts"
import { stateOfTest } from "./rules.ts"

export function presentTest(row: Pick<PlusTestRow, "arrived_at" | "problem" | "sent_at">, now: Date): PlusAddressTest {
  return {
    state: stateOfTest(row, now),
    sentAt: timestamp(row.sent_at),
    ...(row.arrived_at !== null && { arrivedAt: timestamp(row.arrived_at) }),
    ...(row.problem !== null && { problem: row.problem }),
  }
}
