import { workflows } from "./en/conversations/workflows.ts"
import { en } from "./en.ts"
import { textsOf } from "./text.ts"

/** Texts of running a workflow beside those of every page; they come when somebody does. */
export const text = textsOf({ ...en, ...workflows })
