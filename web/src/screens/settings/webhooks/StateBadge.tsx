import type { Webhook } from "@deskhand/sdk/client"
import { text } from "../../../messages/settings.ts"
import { Badge } from "../page/Page.tsx"

export function StateBadge({ webhook: { state, disabledReason } }: { webhook: Webhook }) {
  if (state === "enabled") return <Badge tone="good">{text("webhooks.state.enabled")}</Badge>
  return <Badge tone={disabledReason ? "bad" : "calm"}>{text("webhooks.state.disabled")}</Badge>
}
