import { tell } from "../../data/toasts.ts"
import { text } from "../../messages/text.ts"

export async function copy(value: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(value)
    tell(text("conversation.copied", { text: value }))
  } catch (error) {
    tell(text("action.failed", { reason: String(error) }), { tone: "failed" })
  }
}
