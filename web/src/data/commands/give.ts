import { text } from "../../messages/text.ts"
import { tell } from "../toasts.ts"
import { addCommand } from "./current.ts"
import type { NewCommand } from "./queue.ts"

/** Gives a command, or says that this browser cannot store one more. */
export function giveCommand(command: NewCommand): void {
  try {
    addCommand(command)
  } catch {
    tell(text("command.notStored"), { tone: "failed" })
  }
}
