import type { Conversation } from "@deskhand/sdk/client"
import type { CommandScope } from "../../data/commands/give.ts"

/** Of a menu in the header that changes the open conversation. */
export interface HeaderMenuProps {
  conversation: Conversation
  scope: CommandScope
  disabled: boolean
  /** Whether keys mean this conversation. */
  keys: boolean
}
