import type { Conversation } from "@deskhand/sdk/client"
import { AlarmClock, CircleCheck, UserPlus } from "lucide-react"
import { giveCommand, scopeOf } from "../../data/commands/give.ts"
import { text } from "../../messages/text.ts"
import { IconButton } from "../../ui/parts/Button.tsx"
import { openCommandDialog } from "../commands/open-dialog.ts"
import styles from "./ConversationRow.module.css"

/** For the pointer only; keys do the same to the row that they point at. */
export function QuickActions({ conversation }: { conversation: Conversation }) {
  const scope = scopeOf(conversation)
  return (
    <div className={styles["quick"]}>
      <IconButton
        label={text("conversation.assign")}
        icon={<UserPlus size={15} />}
        shortcut="assign"
        tabIndex={-1}
        onClick={() => openCommandDialog("assign", scope)}
      />
      <IconButton
        label={text("conversation.snooze")}
        icon={<AlarmClock size={15} />}
        shortcut="snooze"
        tabIndex={-1}
        onClick={() => openCommandDialog("snooze", scope)}
      />
      {conversation.status !== "closed" && (
        <IconButton
          label={text("conversation.close")}
          icon={<CircleCheck size={15} />}
          shortcut="close"
          tabIndex={-1}
          onClick={() => giveCommand(scope, { status: "closed" })}
        />
      )}
    </div>
  )
}
