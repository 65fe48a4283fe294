import type { Db } from "../../db/db.ts"
import { invalid } from "../../errors.ts"
import { readPropertyValue } from "../../organizations/properties/rules.ts"
import { holdDefinitions, type StoredValue } from "./queries.ts"

export interface GivenValue {
  slug: string
  /** Null takes it away. */
  value: string | number | null
  /** Where it stands in the request: the property, and its value. */
  at: { slug: string; value: string }
}

/** What a customer may be given, in the order in which it came. */
export async function readValues(db: Db, given: GivenValue[]): Promise<StoredValue[]> {
  if (given.length === 0) return []
  const definitions = await holdDefinitions(
    db,
    given.map(({ slug }) => slug),
  )
  const bySlug = new Map(definitions.map((definition) => [definition.slug, definition]))
  return given.map(({ slug, value, at }) => {
    const definition = bySlug.get(slug)
    if (!definition)
      throw invalid({ path: at.slug, message: "names no property of customers", rejectedValue: slug, source: "JSON" })
    if (value === null || value === "") return { propertyId: definition.id, value: null }
    const options = definition.options.map(({ id, label }) => ({ stored: id, label }))
    return { propertyId: definition.id, value: readPropertyValue({ type: definition.type, options }, value, at.value) }
  })
}
