import { conversation } from "./items/conversation.ts"
import { customer } from "./items/customer.ts"
import { endpoints } from "./items/endpoints.ts"
import { people } from "./items/people.ts"
import { rules } from "./items/rules.ts"
import type { Sections } from "./items/sections.ts"
import { service } from "./items/service.ts"
import { states } from "./items/states.ts"
import { writes } from "./items/writes.ts"

/** Every table row and bullet of the interface specification. Each section has its tests in the file of its name. */
export const specification = {
  ...service,
  ...conversation,
  ...customer,
  ...people,
  ...states,
  ...endpoints,
  ...writes,
  ...rules,
} as const satisfies Sections

export type SectionName = keyof typeof specification
export type ItemOf<Name extends SectionName> = keyof (typeof specification)[Name]["items"] & string
