import { conversationReactions } from "./conversations/react.ts"
import type { Reaction } from "./events/dispatch.ts"

/** Everything that happens because of events. */
export const reactions: Reaction[] = [...conversationReactions]
