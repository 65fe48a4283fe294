import type { Conversation } from "@deskhand/sdk/client"
import { AlarmClock, CircleCheck, UserPlus } from "lucide-react"
import { actsOnOne } from "../../data/commands/acts.ts"
import { text } from "../../messages/text.ts"
import { IconButton } from "../../ui/parts/Button.tsx"
import { ask } from "../commands/asking.ts"
import styles from "./ConversationRow.module.css"

/** For the pointer only; keys do the same to the row that they point at. */
export function QuickActions({ conversation }: { conversation: Conversation }) {
  const acts = actsOnOne(conversation)
  return (
    <div className={styles["quick"]}>
      <IconButton
        label={text("conversation.assign")}
        icon={<UserPlus size={15} />}
        shortcut="assign"
        tabIndex={-1}
        onClick={() => ask("assign", acts)}
      />
      <IconButton
        label={text("conversation.snooze")}
        icon={<AlarmClock size={15} />}
        shortcut="snooze"
        tabIndex={-1}
        onClick={() => ask("snooze", acts)}
      />
      {conversation.status !== "closed" && (
        <IconButton
          label={text("conversation.close")}
          icon={<CircleCheck size={15} />}
          shortcut="close"
          tabIndex={-1}
          onClick={() => acts.setStatus("closed")}
        />
      )}
    </div>
  )
}
