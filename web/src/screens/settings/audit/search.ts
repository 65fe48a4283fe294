import type { AuditEntry } from "@deskhand/sdk/client"

export type Noun = AuditEntry["noun"]

const all: Record<Noun, true> = {
  app: true,
  "custom-field": true,
  "custom-field-option": true,
  "customer-property": true,
  desk: true,
  folder: true,
  inbox: true,
  "inbox-access": true,
  "mail-connection": true,
  "mail-message": true,
  "mail-sender": true,
  "office-hours": true,
  "organization-property": true,
  retention: true,
  routing: true,
  "routing-member": true,
  "saved-reply": true,
  tag: true,
  "team-member": true,
  thread: true,
  token: true,
  user: true,
  webhook: true,
  workflow: true,
}

export const nouns = Object.keys(all) as Noun[]

/** What the address of the page says; days are whole ones, where the reader is. */
export interface AuditSearch {
  user?: number
  noun?: Noun
  since?: string
  until?: string
  page?: number
}

const day = /^\d{4}-\d{2}-\d{2}$/

export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const { user, since, until, page } = search
  const noun = nouns.find((one) => one === search["noun"])
  return {
    ...(typeof user === "number" && { user }),
    ...(noun && { noun }),
    ...(typeof since === "string" && day.test(since) && { since }),
    ...(typeof until === "string" && day.test(until) && { until }),
    ...(typeof page === "number" && page > 1 && { page }),
  }
}
