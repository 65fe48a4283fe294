import { organizations } from "./en/customers/organizations.ts"
import { people } from "./en/customers/people.ts"
import { en } from "./en.ts"
import { textsOf } from "./text.ts"

/** With the texts of the pages of customers and organizations, which come with them. */
export const text = textsOf({ ...en, ...people, ...organizations })
