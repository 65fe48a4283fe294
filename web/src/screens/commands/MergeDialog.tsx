import type { Conversation } from "@deskhand/sdk/client"
import { useQueryClient } from "@tanstack/react-query"
import { ArrowDownUp } from "lucide-react"
import { useState } from "react"
import { desk } from "../../data/client.ts"
import { useNow } from "../../data/clock.ts"
import { refreshUnlessLive } from "../../data/live/refresh.ts"
import { nameOf } from "../../data/people.ts"
import { tell, tellFailure } from "../../data/toasts.ts"
import { agoText } from "../../messages/moments.ts"
import { text } from "../../messages/text.ts"
import { Button } from "../../ui/parts/Button.tsx"
import { Choices } from "../../ui/parts/Choices.tsx"
import { Dialog } from "../../ui/parts/Dialog.tsx"
import styles from "./MergeDialog.module.css"
import { useMergeable } from "./mergeable.ts"
import { StatusDot } from "./status-options.tsx"

interface MergeDialogProps {
  conversation: Conversation
  /** Where it is known already which one. */
  other: Conversation | undefined
  onClose: () => void
}

/** First which other one, then plainly which of the two stays. */
export function MergeDialog({ conversation, other: known, onClose }: MergeDialogProps) {
  const [other, setOther] = useState(known)
  return (
    <Dialog title={text("merge.title", { number: String(conversation.number) })} size="large" open onClose={onClose}>
      <div className={styles["merge"]}>
        {other ? (
          <Confirmation one={conversation} other={other} onAgain={() => setOther(undefined)} onClose={onClose} />
        ) : (
          <Finding conversation={conversation} onFound={setOther} />
        )}
      </div>
    </Dialog>
  )
}

interface FindingProps {
  conversation: Conversation
  onFound: (other: Conversation) => void
}

function Finding({ conversation, onFound }: FindingProps) {
  const [typed, setTyped] = useState("")
  const { found, isLooking } = useMergeable(conversation, typed)
  const now = useNow()
  const none = typed.trim() === "" ? "merge.type" : "action.noMatch"
  return (
    <div className={styles["finding"]}>
      <Choices
        label={text("merge.box")}
        placeholder={text("merge.placeholder")}
        onType={setTyped}
        none={text(isLooking ? "merge.looking" : none)}
        options={() =>
          found.map(({ id, number, subject, status, primaryCustomer, userUpdatedAt }) => ({
            key: String(id),
            label: `#${number} ${subject || text("list.noSubject")}`,
            icon: <StatusDot status={status} />,
            hint: `${nameOf(primaryCustomer)} · ${agoText(userUpdatedAt, now)}`,
          }))
        }
        onPick={({ key }) => {
          const other = found.find(({ id }) => String(id) === key)
          if (other) onFound(other)
        }}
      />
    </div>
  )
}

interface ConfirmationProps {
  one: Conversation
  other: Conversation
  onAgain: () => void
  onClose: () => void
}

function Confirmation({ one, other, onAgain, onClose }: ConfirmationProps) {
  const [stays, setStays] = useState(one)
  const goes = stays.id === one.id ? other : one
  const queryClient = useQueryClient()
  const numbers = { goes: String(goes.number), stays: String(stays.number) }

  async function merge() {
    onClose()
    try {
      await desk.conversations.merge(stays.id, [goes.id])
      tell(text("merge.done", numbers))
      // Whoever has it open is led to the one that stays.
      void queryClient.invalidateQueries({ queryKey: ["conversation", goes.id] })
    } catch (error) {
      tellFailure(error)
    }
    refreshUnlessLive(queryClient, stays.id)
  }

  return (
    <>
      <Side label={text("merge.stays")} conversation={stays} tone="stays" />
      <Button look="quiet" className={styles["swap"] ?? ""} onClick={() => setStays(goes)}>
        <ArrowDownUp size={15} /> {text("merge.swap")}
      </Button>
      <Side label={text("merge.goes")} conversation={goes} tone="goes" />
      <p className={styles["warning"]}>{text("merge.warning", numbers)}</p>
      <div className={styles["foot"]}>
        <Button onClick={onAgain}>{text("merge.again")}</Button>
        <Button look="primary" autoFocus onClick={() => void merge()}>
          {text("merge.do", { number: numbers.stays })}
        </Button>
      </div>
    </>
  )
}

function Side({ label, conversation, tone }: { label: string; conversation: Conversation; tone: "stays" | "goes" }) {
  const { number, subject, primaryCustomer, preview } = conversation
  return (
    <section className={styles["side"]} data-tone={tone}>
      <h3>{label}</h3>
      <p className={styles["subject"]}>
        #{number} {subject || text("list.noSubject")}
      </p>
      <p className={styles["preview"]}>
        {nameOf(primaryCustomer)} · {preview}
      </p>
    </section>
  )
}
