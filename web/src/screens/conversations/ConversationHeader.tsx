import type { Conversation } from "@deskhand/sdk/client"
import { useNavigate } from "@tanstack/react-router"
import { AlarmClock, ArrowLeft, ChevronDown, ChevronUp, CircleCheck, PanelRight, RotateCcw, Trash2 } from "lucide-react"
import { type Actions, actionsOn } from "../../data/commands/actions.ts"
import { actsOnOne } from "../../data/commands/acts.ts"
import { useMoves } from "../../data/lists/cursor.ts"
import type { ListView } from "../../data/lists/pages.ts"
import { selection } from "../../data/lists/selection.ts"
import { administers, mayAnswer, useMe } from "../../data/session.ts"
import { useStore } from "../../data/store.ts"
import { wholeMomentText } from "../../messages/moments.ts"
import { text } from "../../messages/text.ts"
import { useShortcut } from "../../ui/keyboard/shortcuts.ts"
import { Button, IconButton } from "../../ui/parts/Button.tsx"
import { AssigneePicker } from "../commands/AssigneePicker.tsx"
import { useActionKeys } from "../commands/action-keys.ts"
import { StatusMenu } from "../commands/StatusMenu.tsx"
import { TagPicker } from "../commands/TagPicker.tsx"
import { WaitingMark } from "../commands/WaitingMark.tsx"
import { PeopleHere } from "../presence/PeopleHere.tsx"
import styles from "./ConversationHeader.module.css"
import { CopyNumber } from "./CopyNumber.tsx"
import { MoreMenu } from "./MoreMenu.tsx"
import { Subject } from "./Subject.tsx"

interface ConversationHeaderProps {
  conversation: Conversation
  view: ListView
  detailsShown: boolean
  onDetails: () => void
}

export function ConversationHeader({ conversation, view, detailsShown, onDetails }: ConversationHeaderProps) {
  const { id, status } = conversation
  const navigate = useNavigate()
  const { move } = useMoves(view, id)
  const actions = actionsOn(conversation)
  const acts = actsOnOne(conversation)
  const mayAct = mayAnswer(useMe())
  // Where something is selected, keys mean that.
  const keys = useStore(selection) === undefined && mayAct
  useActionKeys(acts, keys)
  useShortcut(
    "closeNext",
    () => {
      actions.setStatus("closed")
      void move(1)
    },
    keys,
  )
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
        <Subject key={id} conversation={conversation} onChange={(next) => actions.setSubject(next)} fixed={!mayAct} />
        <CopyNumber conversation={conversation} />
        <span className={styles["tools"]}>
          <PeopleHere conversationId={id} />
          {mayAct && <CloseButton status={status} onStatus={(next) => actions.setStatus(next)} />}
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
          {mayAct && <MoreMenu acts={acts} actions={actions} conversation={conversation} />}
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
        <StatusMenu conversation={conversation} actions={actions} disabled={!mayAct} keys={keys} />
        <AssigneePicker conversation={conversation} actions={actions} disabled={!mayAct} keys={keys} />
        <TagPicker conversation={conversation} actions={actions} disabled={!mayAct} keys={keys} />
        <WaitingMark conversationId={id} withText />
      </div>
      <Banner conversation={conversation} actions={actions} />
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

function Banner({ conversation: { state, snooze }, actions }: { conversation: Conversation; actions: Actions }) {
  const me = useMe()
  if (state === "deleted")
    return (
      <p className={styles["banner"]} data-tone="deleted">
        <Trash2 size={14} /> <span>{text("conversation.deleted")}</span>
        {administers(me) && <Button onClick={() => actions.restore()}>{text("conversation.restore")}</Button>}
      </p>
    )
  if (!snooze) return null
  const time = wholeMomentText(snooze.snoozedUntil)
  return (
    <p className={styles["banner"]}>
      <AlarmClock size={14} />
      <span>
        {text(snooze.unsnoozeOnCustomerReply ? "conversation.snoozed.wakes" : "conversation.snoozed", { time })}
      </span>
      {mayAnswer(me) && <Button onClick={() => actions.wake()}>{text("conversation.wake")}</Button>}
    </p>
  )
}
