import type { NewOrganizationProperty, OrganizationPropertyChange } from "@deskhand/contract/customers/property"
import { codeOf, type Db } from "../../db/db.ts"
import { conflict, invalid, notFound } from "../../errors.ts"
import { recordEvent } from "../../events/record.ts"
import type { Change, CheckedChange } from "../../http/input/if-match.ts"
import type { Desk } from "../../http/route.ts"
import { lockOrganization, touchOrganization } from "../write.ts"
import {
  countDefinitions,
  deleteOtherValues,
  deleteValue,
  insertDefinition,
  lockDefinition,
  lockDeletedDefinition,
  markDeleted,
  removeDeletedDefinitions,
  restoreDefinition,
  updateDefinition,
  upsertValue,
} from "./queries.ts"
import {
  graceBegin,
  mostProperties,
  type NewDefinition,
  readDefinition,
  readLabels,
  readName,
  readPropertyValue,
} from "./rules.ts"

export function createDefinition(
  db: Db,
  given: NewOrganizationProperty,
  { viewer, now }: Change,
): Promise<{ id: number; slug: string }> {
  const definition = readDefinition(given)
  return db.transaction(async (db) => {
    if ((await countDefinitions(db)) >= mostProperties) throw tooMany()
    const id = await refusingTwins(definition.slug, () => writeDefinition(db, definition, now))
    await recordEvent(db, { kind: "organization-property.created", subjectId: id, userId: viewer.userId })
    return { id, slug: definition.slug }
  })
}

/** One that was deleted within the grace period comes back with its values. */
async function writeDefinition(db: Db, definition: NewDefinition, now: Date): Promise<number> {
  const deleted = await lockDeletedDefinition(db, { ...definition, since: graceBegin(now) })
  if (!deleted) return insertDefinition(db, { ...definition, now })
  const { name, type, labels } = definition
  await restoreDefinition(db, deleted.id)
  await updateDefinition(db, { id: deleted.id, name, labels })
  if (type === "dropdown") await deleteOtherValues(db, deleted.id, labels)
  return deleted.id
}

export function changeDefinition(
  db: Db,
  { slug, ...given }: OrganizationPropertyChange & { slug: string },
  { viewer, check }: CheckedChange,
): Promise<void> {
  return db.transaction(async (db) => {
    const definition = await lockDefinition(db, slug)
    if (!definition) throw notFound()
    await check(db)
    const { id, type } = definition
    if (given.type !== undefined && given.type !== type)
      throw invalid({ path: "type", message: `stays ${type}`, rejectedValue: given.type, source: "JSON" })
    const name = readName(given.name)
    const labels = given.options ? readLabels(type, given.options) : definition.options
    await updateDefinition(db, { id, name, labels })
    if (type === "dropdown") await deleteOtherValues(db, id, labels)
    await recordEvent(db, { kind: "organization-property.updated", subjectId: id, userId: viewer.userId })
  })
}

/** Its values are kept for the grace period. */
export function removeDefinition(db: Db, slug: string, { viewer, now, check }: CheckedChange): Promise<void> {
  return db.transaction(async (db) => {
    const definition = await lockDefinition(db, slug)
    if (!definition) throw notFound()
    await check(db)
    await markDeleted(db, definition.id, now)
    const event = { kind: "organization-property.deleted", subjectId: definition.id } as const
    await recordEvent(db, { ...event, userId: viewer.userId, data: { slug } })
  })
}

/** Removes properties for good whose grace period is over. */
export function removeExpiredDefinitions({ db, now }: Desk): Promise<void> {
  return removeDeletedDefinitions(db, graceBegin(now()))
}

interface ValuePlace {
  organizationId: number
  slug: string
}

export function setValue(
  db: Db,
  { organizationId, slug, value }: ValuePlace & { value: string | number },
  { viewer, now, check }: CheckedChange,
): Promise<void> {
  return db.transaction(async (db) => {
    if (!(await lockOrganization(db, organizationId, viewer))) throw notFound()
    await check(db)
    const definition = await lockDefinition(db, slug)
    if (!definition) throw notFound()
    const options = definition.options.map((label) => ({ stored: label, label }))
    const stored = readPropertyValue({ type: definition.type, options }, value, "value")
    await upsertValue(db, { organizationId, propertyId: definition.id, value: stored })
    await touchOrganization(db, organizationId, now)
    await recordEvent(db, { kind: "organization.updated", subjectId: organizationId, userId: viewer.userId })
  })
}

export function clearValue(
  db: Db,
  { organizationId, slug }: ValuePlace,
  { viewer, now, check }: CheckedChange,
): Promise<void> {
  return db.transaction(async (db) => {
    if (!(await lockOrganization(db, organizationId, viewer))) throw notFound()
    await check(db)
    const definition = await lockDefinition(db, slug)
    if (!definition || !(await deleteValue(db, organizationId, definition.id))) throw notFound()
    await touchOrganization(db, organizationId, now)
    await recordEvent(db, { kind: "organization.updated", subjectId: organizationId, userId: viewer.userId })
  })
}

/** Of customers' properties too. */
export function tooMany() {
  return conflict(
    "property_limit",
    `There are ${mostProperties} properties already, which is the most; delete one first`,
  )
}

export async function refusingTwins<Result>(slug: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (codeOf(error) !== "23505") throw error
    throw conflict("property_exists", `There is a property "${slug}" already`, [
      { path: "slug", message: "is taken by another property", rejectedValue: slug, source: "JSON" },
    ])
  }
}
