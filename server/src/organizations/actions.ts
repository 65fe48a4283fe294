import type { NewOrganization } from "@deskhand/contract/customers/organization"
import type { Db } from "../db/db.ts"
import { conflict, invalid, notFound } from "../errors.ts"
import { recordEvent } from "../events/record.ts"
import type { Change, CheckedChange } from "../http/input/if-match.ts"
import { enqueueJob } from "../jobs/enqueue.ts"
import { refuseWithoutInbox } from "./change-rights.ts"
import { readDomains } from "./rules.ts"
import {
  insertOrganization,
  listTakenDomains,
  lockOrganization,
  markRemoved,
  replaceDomains,
  updateOrganization,
} from "./write.ts"

export function createOrganization(db: Db, given: NewOrganization, { viewer, now }: Change): Promise<number> {
  const organization = { ...given, name: nameOf(given) }
  const domains = readDomains(given)
  refuseWithoutInbox(viewer)
  return db.transaction(async (db) => {
    const id = await insertOrganization(db, organization, now)
    await claimDomains(db, id, domains)
    await recordEvent(db, { kind: "organization.created", subjectId: id, userId: viewer.userId })
    return id
  })
}

export function overwriteOrganization(
  db: Db,
  { id, ...given }: NewOrganization & { id: number },
  { viewer, now, check }: CheckedChange,
): Promise<void> {
  const organization = { ...given, name: nameOf(given) }
  const domains = readDomains(given)
  return db.transaction(async (db) => {
    if (!(await lockOrganization(db, id, viewer))) throw notFound()
    await check(db)
    await updateOrganization(db, id, organization, now)
    await claimDomains(db, id, domains)
    await recordEvent(db, { kind: "organization.updated", subjectId: id, userId: viewer.userId })
  })
}

/** Everybody is told at once; its customers and conversations leave it by the job (customers/members.ts). */
export function removeOrganization(db: Db, id: number, { viewer, now, check }: CheckedChange): Promise<void> {
  return db.transaction(async (db) => {
    if (!(await lockOrganization(db, id, viewer))) throw notFound()
    await check(db)
    await markRemoved(db, id, now)
    await enqueueJob(db, "organizations.remove", { key: String(id), payload: { organizationId: id } })
    await recordEvent(db, { kind: "organization.deleted", subjectId: id, userId: viewer.userId })
  })
}

/** Customers who write from a new one and belong nowhere join by a job, however many they are. */
async function claimDomains(db: Db, id: number, domains: string[]): Promise<void> {
  await refuseTaken(db, id, domains)
  const claimed = await replaceDomains(db, id, domains)
  // Somebody else was quicker since.
  if (claimed.length < domains.length) await refuseTaken(db, id, domains)
  if (claimed.length > 0)
    await enqueueJob(db, "organizations.gather", { key: String(id), payload: { organizationId: id } })
}

async function refuseTaken(db: Db, id: number, domains: string[]): Promise<void> {
  const taken = await listTakenDomains(db, { id, domains })
  if (taken.length === 0) return
  throw conflict(
    "domain_taken",
    `The domain ${taken[0]?.domain} belongs to organization ${taken[0]?.organization_id}`,
    taken.map(({ domain, organization_id: owner }) => ({
      path: "domains",
      message: `belongs to organization ${owner}`,
      rejectedValue: domain,
      source: "JSON",
    })),
  )
}

function nameOf({ name }: NewOrganization): string {
  const trimmed = name.trim().toWellFormed()
  if (trimmed !== "") return trimmed
  throw invalid({ path: "name", message: "must not be blank", rejectedValue: name, source: "JSON" })
}
