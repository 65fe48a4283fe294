import { text } from "../messages/text.ts"
import { tell } from "./toasts.ts"

export async function copy(value: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(value)
    tell(text("conversation.copied", { text: value }))
  } catch (error) {
    tell(text("action.failed", { reason: String(error) }), { tone: "failed" })
  }
}
