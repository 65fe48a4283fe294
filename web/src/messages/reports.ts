import { reports } from "./en/reports.ts"
import { en } from "./en.ts"
import { textsOf } from "./text.ts"

export { numberText } from "./numbers.ts"

/** With the texts of the reports, which come with them. */
export const text = textsOf({ ...en, ...reports })
