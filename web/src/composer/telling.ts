import { reasonOf } from "../desk/client.ts"
import { text } from "../messages/text.ts"
import { tell } from "../parts/toasts.ts"

export function tellFailure(error: unknown): void {
  tell(text("action.failed", { reason: reasonOf(error, text("failure.offline")) }), { tone: "failed" })
}
