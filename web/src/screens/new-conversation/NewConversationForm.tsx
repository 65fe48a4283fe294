import { Mail, NotebookPen, Phone, Trash2 } from "lucide-react"
import { type KeyboardEvent, type RefObject, useState } from "react"
import { usePreferences } from "../../data/preferences.ts"
import { useStore } from "../../data/store.ts"
import { text } from "../../messages/text.ts"
import type { EditorHandle } from "../../ui/editor/Editor.tsx"
import { Button, IconButton } from "../../ui/parts/Button.tsx"
import { Keys } from "../../ui/parts/Keys.tsx"
import { WhenDialog } from "../../ui/when/WhenDialog.tsx"
import { type Choice, choiceOf, lastChoice, statusAfter } from "../composer/choices.ts"
import { MessageBox } from "../composer/MessageBox.tsx"
import { ObjectionDialog } from "../composer/ObjectionDialog.tsx"
import { objectionsTo } from "../composer/objections.ts"
import { AddressLine, Recipients } from "../composer/Recipients.tsx"
import { SendButton } from "../composer/SendButton.tsx"
import { AssigneeField } from "./AssigneeField.tsx"
import { kinds, statuses } from "./draft.ts"
import styles from "./NewConversation.module.css"
import { TagsField } from "./TagsField.tsx"
import { useFilling } from "./use-filling.ts"
import type { NewConversationState } from "./use-new-conversation.ts"

const icons = { email: Mail, call: Phone, note: NotebookPen }

interface NewConversationFormProps {
  writing: NewConversationState
  box: RefObject<EditorHandle | null>
}

/** From which inbox, to whom, about what, and what becomes of it. */
export function NewConversationForm({ writing, box }: NewConversationFormProps) {
  const { draft, files, inboxId, isReady, change } = writing
  const { kind, html, subject } = draft
  const isEmail = kind === "email"
  const filling = useFilling(draft, inboxId)
  const choice = choiceOf(useStore(lastChoice), usePreferences())
  const [asking, setAsking] = useState<"later" | "snooze">()
  const [doubted, setDoubted] = useState<() => void>()
  const objections = objectionsTo({
    html,
    files: isEmail ? files.shown.length : Infinity,
    strangers: 0,
    missingPictures: files.missingPictures,
  })

  const send = (chosen: Choice) => {
    if (!isReady) return
    const task = () => {
      if (isEmail && (chosen === "later" || chosen === "snooze")) return setAsking(chosen)
      void writing.submit({ status: statusAfter[chosen] })
    }
    if (objections.length === 0) task()
    else setDoubted(() => task)
  }
  const sendAs = (chosen: Choice) => {
    lastChoice.set(chosen)
    send(chosen)
  }
  const sendByKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event
    if (key === "m" && ctrlKey) {
      event.preventDefault()
      box.current?.insert({ text: "/" })
    }
    if (key !== "Enter" || !(ctrlKey || metaKey)) return
    event.preventDefault()
    send(isEmail && shiftKey ? "close" : isEmail && altKey ? "later" : choice)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons do the same
    <div className={styles["form"]} data-kind={kind} onKeyDown={sendByKey}>
      <div className={styles["head"]}>
        <fieldset className={styles["kinds"]} aria-label={text("new.kind")}>
          {kinds.map((one) => {
            const Icon = icons[one]
            return (
              <Button key={one} look="quiet" aria-pressed={one === kind} onClick={() => change({ kind: one })}>
                <Icon size={15} /> {text(`new.kind.${one}`)}
              </Button>
            )
          })}
        </fieldset>
        <label className={styles["inbox"]}>
          <span>{text("composer.new.inbox")}</span>
          <select value={inboxId} onChange={({ target }) => change({ inboxId: Number(target.value) })}>
            {writing.inboxes.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      {isEmail ? (
        <Recipients addresses={draft} onChange={(line, addresses) => change({ [line]: addresses })} />
      ) : (
        <AddressLine
          label={text(kind === "call" ? "new.caller" : "new.customer")}
          addresses={draft.customer ? [draft.customer.name] : draft.to.slice(0, 1)}
          most={1}
          onChange={(to) => change({ to, customer: undefined })}
          onCustomer={({ id, name }) => change({ customer: { id, name } })}
        />
      )}
      <label className={styles["field"]}>
        <span>{text("composer.new.subject")}</span>
        <input
          value={subject}
          maxLength={998}
          autoComplete="off"
          onChange={({ target }) => change({ subject: target.value })}
        />
      </label>
      <div className={styles["message"]}>
        <MessageBox
          box={box}
          filling={filling}
          files={files}
          html={html}
          label={text("composer.new.message")}
          placeholder={text(`new.placeholder.${kind}`)}
          onChange={(html) => change({ html })}
        />
      </div>
      <div className={styles["fields"]}>
        <TagsField tags={draft.tags} onChange={(tags) => change({ tags })} />
        <AssigneeField assignee={draft.assignee} onChange={(assignee) => change({ assignee })} />
        {!isEmail && (
          <label className={styles["status"]}>
            <span>{text("new.status")}</span>
            <select
              value={draft.status}
              onChange={({ target }) => change({ status: statuses.find((one) => one === target.value) ?? "active" })}
            >
              {statuses.map((status) => (
                <option key={status} value={status}>
                  {text(`status.${status}`)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <div className={styles["foot"]}>
        <Keys keys="Ctrl+Enter" />
        {!writing.isEmpty && (
          <IconButton label={text("composer.discard")} icon={<Trash2 size={15} />} onClick={writing.discard} />
        )}
        <span className={styles["space"]} />
        {isEmail ? (
          <SendButton choice={choice} disabled={!isReady} onSend={sendAs} />
        ) : (
          <Button look="primary" shortcut="send" disabled={!isReady} onClick={() => send("send")}>
            {text(kind === "call" ? "composer.logCall" : "composer.addNote")}
          </Button>
        )}
      </div>
      <ObjectionDialog
        objections={doubted ? objections : []}
        onClose={() => setDoubted(undefined)}
        onSend={() => {
          setDoubted(undefined)
          doubted?.()
        }}
      />
      <WhenDialog
        title={text(asking === "snooze" ? "composer.send.snooze" : "composer.send.later")}
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        tick={{ label: text(asking === "snooze" ? "composer.wake" : "composer.unschedule"), first: true }}
        onChoose={(at, ticked) =>
          void writing.submit(
            asking === "snooze"
              ? { snooze: { until: at, wakes: ticked } }
              : { later: { at, unscheduleOnCustomerReply: ticked } },
          )
        }
      />
    </div>
  )
}
