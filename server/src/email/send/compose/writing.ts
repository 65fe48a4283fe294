import type { Desk } from "../../../http/route.ts"
import type { Purpose } from "../../identity/names.ts"
import type { Claimed } from "../queue.ts"
import type { InboxOfMail } from "./load.ts"

/** It cannot be written yet, or not any more. */
export type Unwritten = { waits: true } | { gone: string }

/** All that those who write a mail need to know of it. */
export interface Writing {
  desk: Desk
  mail: Claimed
  inbox: InboxOfMail | undefined
  /** The same everywhere in one mail: whoever takes a name apart tries every address that it went to. */
  named(purpose: Purpose): string
}
