import type { MailSender } from "@deskhand/sdk/client"

/** Undefined for nobody, and for somebody without any name. */
export function nameOf(person: MailSender["createdBy"]): string | undefined {
  return [person?.first, person?.last].filter(Boolean).join(" ") || person?.email
}
