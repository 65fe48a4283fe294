import type { MailSender } from "@deskhand/contract/mail/mail-sender"
import { link, timestamp } from "../../http/hal.ts"
import { presentPerson } from "../../users/present.ts"
import type { PersonRow } from "../../users/queries.ts"
import type { SenderRow } from "./queries.ts"

export function presentSender(
  { id, name, verdict, created_at: createdAt, created_by_id: userId }: SenderRow,
  { people, origin }: { people: ReadonlyMap<number, PersonRow>; origin: string },
): MailSender {
  const by = userId === null ? undefined : people.get(userId)
  return {
    id,
    sender: name,
    kind: name.includes("@") ? "address" : "domain",
    verdict,
    createdAt: timestamp(createdAt),
    ...(by && { createdBy: presentPerson(by, 3) }),
    _links: { self: link(origin, `/v2/mail-senders/${id}`) },
  }
}
