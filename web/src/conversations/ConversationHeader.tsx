import type { Conversation } from "@deskhand/sdk/client"
import { useNavigate } from "@tanstack/react-router"
import { AlarmClock, ArrowLeft, ChevronDown, ChevronUp, CircleCheck, PanelRight, RotateCcw, Trash2 } from "lucide-react"
import { useShortcut } from "../keyboard/shortcuts.ts"
import { useMoves } from "../lists/cursor.ts"
import type { ListView } from "../lists/pages.ts"
import { wholeMomentText } from "../messages/moments.ts"
import { text } from "../messages/text.ts"
import { Button, IconButton } from "../parts/Button.tsx"
import { copy } from "../parts/copy.ts"
import { PeopleHere } from "../presence/PeopleHere.tsx"
import { mayAnswer, useMe } from "../session/session.ts"
import { AssigneePicker } from "./AssigneePicker.tsx"
import { useActions } from "./actions.ts"
import styles from "./ConversationHeader.module.css"
import { StatusMenu } from "./StatusMenu.tsx"
import { TagPicker } from "./TagPicker.tsx"

interface ConversationHeaderProps {
  conversation: Conversation
  view: ListView
  detailsShown: boolean
  onDetails: () => void
}

export function ConversationHeader({ conversation, view, detailsShown, onDetails }: ConversationHeaderProps) {
  const { id, number, subject, status } = conversation
  const navigate = useNavigate()
  const { move } = useMoves(view, id)
  const actions = useActions(conversation)
  const acts = mayAnswer(useMe())
  const copyNumber = () => void copy(`#${number}`)
  useShortcut("copyNumber", copyNumber)
  useShortcut("close", () => void actions.setStatus("closed"), acts)
  useShortcut("pending", () => void actions.setStatus("pending"), acts)
  useShortcut("spam", () => void actions.setStatus("spam"), acts)
  useShortcut("closeNext", () => void actions.setStatus("closed").then(() => move(1)), acts)
  return (
    <header className={styles["header"]}>
      <div className={styles["line"]}>
        <IconButton
          className={styles["back"] ?? ""}
          label={text("conversation.back")}
          icon={<ArrowLeft size={17} />}
          shortcut="back"
          onClick={() => void navigate({ to: "/list/$list", params: { list: view.list } })}
        />
        <h1>{subject || text("list.noSubject")}</h1>
        <button
          type="button"
          className={styles["number"]}
          aria-label={text("conversation.copyNumber", { number: String(number) })}
          aria-keyshortcuts="."
          onClick={copyNumber}
        >
          #{number}
        </button>
        <span className={styles["tools"]}>
          <PeopleHere conversationId={id} />
          {acts && <CloseButton status={status} onStatus={(next) => void actions.setStatus(next)} />}
          <IconButton
            label={text("conversation.previous")}
            icon={<ChevronUp size={17} />}
            shortcut="previous"
            onClick={() => void move(-1)}
          />
          <IconButton
            label={text("conversation.next")}
            icon={<ChevronDown size={17} />}
            shortcut="next"
            onClick={() => void move(1)}
          />
          <IconButton
            label={text("conversation.details")}
            icon={<PanelRight size={16} />}
            shortcut="details"
            aria-pressed={detailsShown}
            onClick={onDetails}
          />
        </span>
      </div>
      <div className={styles["facts"]}>
        <StatusMenu conversation={conversation} actions={actions} disabled={!acts} />
        <AssigneePicker conversation={conversation} actions={actions} disabled={!acts} />
        <TagPicker conversation={conversation} actions={actions} disabled={!acts} />
      </div>
      <Banner conversation={conversation} />
    </header>
  )
}

function CloseButton({
  status,
  onStatus,
}: {
  status: Conversation["status"]
  onStatus: (next: Conversation["status"]) => void
}) {
  if (status === "closed")
    return (
      <Button look="quiet" aria-label={text("conversation.reopen")} onClick={() => onStatus("active")}>
        <RotateCcw size={15} /> <span className={styles["wide"]}>{text("conversation.reopen")}</span>
      </Button>
    )
  return (
    <Button look="quiet" shortcut="close" aria-label={text("conversation.close")} onClick={() => onStatus("closed")}>
      <CircleCheck size={15} /> <span className={styles["wide"]}>{text("conversation.close")}</span>
    </Button>
  )
}

function Banner({ conversation: { state, snooze } }: { conversation: Conversation }) {
  if (state === "deleted")
    return (
      <p className={styles["banner"]} data-tone="deleted">
        <Trash2 size={14} /> {text("conversation.deleted")}
      </p>
    )
  if (!snooze) return null
  return (
    <p className={styles["banner"]}>
      <AlarmClock size={14} /> {text("conversation.snoozed", { time: wholeMomentText(snooze.snoozedUntil) })}
    </p>
  )
}
