import { describe, test } from "node:test"
import { type ItemOf, type SectionName, specification } from "./items.ts"

/** The names of the tests that were declared. */
export const declared: string[] = []

/** The tests of one section: one for each of its items, by name. */
export function section<Name extends SectionName>(
  name: Name,
  declare: (item: (item: ItemOf<Name>, body: () => Promise<void>) => void) => void,
): void {
  const { heading, items } = specification[name]
  describe(heading, () =>
    declare((item, body) => {
      declared.push(`${name}.${item}`)
      test(`${name}.${item}: ${(items as Record<string, string>)[item]}`, body)
    }),
  )
}
