import type { Notice } from "@deskhand/contract/people/notification"
import { notifications } from "../../messages/en/ui/notifications.ts"

/** What a notification says. */
export function noticeText({ reason, number, subject, customer, preview }: Notice): { title: string; body: string } {
  const values: Record<string, string> = {
    number: String(number),
    subject: subject || notifications.untitled,
    customer: customer || notifications.unnamed,
    preview,
  }
  const fill = (message: string) => message.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "")
  return { title: fill(notifications[reason]), body: fill(notifications.body).trim() }
}
