import type { Patch } from "@deskhand/contract/patch"
import type { NewCustomerProperty } from "@deskhand/contract/property"
import type { Db } from "../../db/db.ts"
import { notFound } from "../../errors.ts"
import { recordEvent } from "../../events/record.ts"
import type { Change, CheckedChange } from "../../http/if-match.ts"
import { operationsOf, refuseOtherThan } from "../../http/patch.ts"
import { refusingTwins, tooMany } from "../../organizations/properties/actions.ts"
import { mostProperties, readDefinition } from "../../organizations/properties/rules.ts"
import { readValueChange } from "../operations.ts"
import { lockCustomer, touchCustomer } from "../write.ts"
import { countDefinitions, deleteDefinition, insertDefinition, lockDefinition, writeValues } from "./queries.ts"
import { readValues } from "./values.ts"

export function createDefinition(
  db: Db,
  given: NewCustomerProperty,
  { viewer, now }: Change,
): Promise<{ id: number; slug: string }> {
  const definition = readDefinition(given)
  return db.transaction(async (db) => {
    if ((await countDefinitions(db)) >= mostProperties) throw tooMany()
    const id = await refusingTwins(definition.slug, () => insertDefinition(db, { ...definition, now }))
    await recordEvent(db, { kind: "customer-property.created", subjectId: id, userId: viewer.userId })
    return { id, slug: definition.slug }
  })
}

/** Takes its values along. */
export function removeDefinition(db: Db, slug: string, { viewer, check }: CheckedChange): Promise<void> {
  return db.transaction(async (db) => {
    const definition = await lockDefinition(db, slug)
    if (!definition) throw notFound()
    await check(db)
    await deleteDefinition(db, definition.id)
    const event = { kind: "customer-property.deleted", subjectId: definition.id } as const
    await recordEvent(db, { ...event, userId: viewer.userId, data: { slug } })
  })
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
