import type { NewCustomerProperty } from "@deskhand/contract/customers/property"
import type { Patch } from "@deskhand/contract/patch"
import type { Db } from "../../db/db.ts"
import { notFound } from "../../errors.ts"
import { recordEvent } from "../../events/record.ts"
import type { Change, CheckedChange } from "../../http/input/if-match.ts"
import { operationsOf, refuseOtherThan } from "../../http/input/patch.ts"
import type { Desk } from "../../http/route.ts"
import { refusingTwins, tooMany } from "../../organizations/properties/actions.ts"
import { graceBegin, mostProperties, type NewDefinition, readDefinition } from "../../organizations/properties/rules.ts"
import { readValueChange } from "../operations.ts"
import { lockCustomer, touchCustomer } from "../write.ts"
import { type GivenOption, identifyOptions, refuseTwinIds } from "./options.ts"
import {
  countDefinitions,
  deleteOtherValues,
  insertDefinition,
  lockDefinition,
  lockDeletedDefinition,
  markDeleted,
  removeDeletedDefinitions,
  replaceOptions,
  restoreDefinition,
  writeValues,
} from "./queries.ts"
import { readValues } from "./values.ts"

/** Clients of other desks would take them for fields of the customer. */
const reservedSlugs = ["email", "name", "company", "jobTitle"]

export function createDefinition(
  db: Db,
  given: NewCustomerProperty,
  { viewer, now }: Change,
): Promise<{ id: number; slug: string }> {
  const definition = readDefinition(given, reservedSlugs)
  const options = definition.labels.map((label, index) => ({ ...given.options?.[index], label }))
  refuseTwinIds(options)
  return db.transaction(async (db) => {
    if ((await countDefinitions(db)) >= mostProperties) throw tooMany()
    const id = await refusingTwins(definition.slug, () => writeDefinition(db, { ...definition, options }, now))
    await recordEvent(db, { kind: "customer-property.created", subjectId: id, userId: viewer.userId })
    return { id, slug: definition.slug }
  })
}

/** One that was deleted within the grace period comes back with its values. */
async function writeDefinition(
  db: Db,
  definition: NewDefinition & { options: GivenOption[] },
  now: Date,
): Promise<number> {
  const deleted = await lockDeletedDefinition(db, { ...definition, since: graceBegin(now) })
  const options = identifyOptions(definition.options, deleted?.options ?? [])
  const id = deleted?.id ?? (await insertDefinition(db, { ...definition, now }))
  if (deleted) await restoreDefinition(db, { id, name: definition.name })
  if (definition.type !== "dropdown") return id
  await replaceOptions(db, id, options)
  if (deleted) await deleteOtherValues(db, id, options)
  return id
}

/** Its values are kept for the grace period. */
export function removeDefinition(db: Db, slug: string, { viewer, now, check }: CheckedChange): Promise<void> {
  return db.transaction(async (db) => {
    const definition = await lockDefinition(db, slug)
    if (!definition) throw notFound()
    await check(db)
    await markDeleted(db, definition.id, now)
    const event = { kind: "customer-property.deleted", subjectId: definition.id } as const
    await recordEvent(db, { ...event, userId: viewer.userId, data: { slug } })
  })
}

/** Removes properties for good whose grace period is over. */
export function removeExpiredDefinitions({ db, now }: Desk, _payload: unknown, signal: AbortSignal): Promise<void> {
  return removeDeletedDefinitions(db, graceBegin(now()), signal)
}

/** Each path is a slash and the slug of a property. */
export function patchValues(
  db: Db,
  { customerId, patch }: { customerId: number; patch: Patch },
  { viewer, now, check }: CheckedChange,
): Promise<void> {
  const given = operationsOf(patch).map((operation) => {
    refuseOtherThan(operation, "add", "replace", "remove")
    return readValueChange(operation, operation.path.replace(/^\//, ""))
  })
  return db.transaction(async (db) => {
    if (!(await lockCustomer(db, customerId, viewer))) throw notFound()
    await check(db)
    await writeValues(db, customerId, await readValues(db, given))
    await touchCustomer(db, customerId, now)
    await recordEvent(db, { kind: "customer.updated", subjectId: customerId, userId: viewer.userId })
  })
}
