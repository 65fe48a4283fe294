import type { Conversation } from "@deskhand/sdk/client"
import { useNavigate } from "@tanstack/react-router"
import { AlarmClock, ArrowLeft, ChevronDown, ChevronUp, CircleCheck, PanelRight, RotateCcw, Trash2 } from "lucide-react"
import type { ReactNode } from "react"
import type { Change } from "../../data/commands/command.ts"
import { giveCommand, scopeOf } from "../../data/commands/give.ts"
import { useMoves } from "../../data/lists/cursor.ts"
import type { ListView } from "../../data/lists/pages.ts"
import { selection } from "../../data/lists/selection.ts"
import { administers, mayAnswer, useMe } from "../../data/session.ts"
import { useStore } from "../../data/store.ts"
import { wholeMomentText } from "../../messages/moments.ts"
import { text } from "../../messages/text.ts"
import { useShortcut } from "../../ui/keyboard/shortcuts.ts"
import { Button, IconButton } from "../../ui/parts/Button.tsx"
import { useChanged } from "../../ui/parts/changed.ts"
import { useCommandKeys } from "../commands/command-keys.ts"
import { useUnreadKey } from "../commands/unread-key.ts"
import { WaitingMark } from "../commands/WaitingMark.tsx"
import { PeopleHere } from "../presence/PeopleHere.tsx"
import { AssigneePicker } from "./AssigneePicker.tsx"
import styles from "./ConversationHeader.module.css"
import { CopyNumber } from "./CopyNumber.tsx"
import { FollowButton } from "./FollowButton.tsx"
import { MoreMenu } from "./MoreMenu.tsx"
import { StatusMenu } from "./StatusMenu.tsx"
import { Subject } from "./Subject.tsx"
import { TagPicker } from "./TagPicker.tsx"

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
  const scope = scopeOf(conversation)
  const give = (change: Change) => giveCommand(scope, change)
  const mayAct = mayAnswer(useMe())
  // Where something is selected, keys mean that.
  const isFree = useStore(selection) === undefined
  const keys = isFree && mayAct
  useUnreadKey(id, isFree)
  useCommandKeys(scope, keys)
  useShortcut(
    "closeNext",
    () => {
      give({ status: "closed" })
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
        <Subject key={id} conversation={conversation} onChange={(subject) => give({ subject })} fixed={!mayAct} />
        <CopyNumber conversation={conversation} />
        <span className={styles["tools"]}>
          <PeopleHere conversationId={id} />
          {mayAct && <CloseButton status={status} onChange={give} />}
          <FollowButton conversation={conversation} />
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
          {mayAct && <MoreMenu scope={scope} conversation={conversation} />}
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
        <Fact value={status}>
          <StatusMenu scope={scope} conversation={conversation} disabled={!mayAct} keys={keys} />
        </Fact>
        <Fact value={conversation.assignee?.id}>
          <AssigneePicker scope={scope} conversation={conversation} disabled={!mayAct} keys={keys} />
        </Fact>
        <Fact value={conversation.tags.map(({ tag }) => tag).sort()}>
          <TagPicker scope={scope} conversation={conversation} disabled={!mayAct} keys={keys} />
        </Fact>
        <WaitingMark conversationId={id} withText />
      </div>
      <Banner conversation={conversation} onChange={give} />
    </header>
  )
}

/** Shows for a moment that its value has changed, whoever changed it: by a key nobody looks here. */
function Fact({ value, children }: { value: unknown; children: ReactNode }) {
  return (
    <span className={styles["fact"]} {...useChanged(value)}>
      {children}
    </span>
  )
}

interface GivesChange {
  onChange: (change: Change) => void
}

function CloseButton({ status, onChange }: Pick<Conversation, "status"> & GivesChange) {
  if (status === "closed")
    return (
      <Button look="quiet" aria-label={text("conversation.reopen")} onClick={() => onChange({ status: "active" })}>
        <RotateCcw size={15} /> <span className={styles["wide"]}>{text("conversation.reopen")}</span>
      </Button>
    )
  return (
    <Button
      look="quiet"
      shortcut="close"
      aria-label={text("conversation.close")}
      onClick={() => onChange({ status: "closed" })}
    >
      <CircleCheck size={15} /> <span className={styles["wide"]}>{text("conversation.close")}</span>
    </Button>
  )
}

function Banner({ conversation: { state, snooze }, onChange }: { conversation: Conversation } & GivesChange) {
  const me = useMe()
  if (state === "deleted")
    return (
      <p className={styles["banner"]} data-tone="deleted">
        <Trash2 size={14} /> <span>{text("conversation.deleted")}</span>
        {administers(me) && (
          <Button onClick={() => onChange({ state: "published" })}>{text("conversation.restore")}</Button>
        )}
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
      {mayAnswer(me) && <Button onClick={() => onChange({ snooze: null })}>{text("conversation.wake")}</Button>}
    </p>
  )
}
