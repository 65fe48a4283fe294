import { mailReactions } from "./email/send/react.ts"
import type { Reaction } from "./events/dispatch.ts"
import { notificationReactions } from "./notifications/react.ts"
import { reportReactions } from "./reports/facts/react.ts"
import { conversationReactions } from "./routing/waiting/react.ts"
import { viewReactions } from "./views/react.ts"
import { webhookReactions } from "./webhooks/react.ts"
import { workflowReactions } from "./workflows/react.ts"

/** Everything that happens because of events. */
export const reactions: Reaction[] = [
  ...conversationReactions,
  ...mailReactions,
  ...notificationReactions,
  ...reportReactions,
  ...viewReactions,
  ...webhookReactions,
  ...workflowReactions,
]
