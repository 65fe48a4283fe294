import { useQuery } from "@tanstack/react-query"
import { Inbox } from "lucide-react"
import { inboxesQuery } from "../../data/inboxes.ts"
import { useStore } from "../../data/store.ts"
import { tagsQuery } from "../../data/tags.ts"
import { text } from "../../messages/text.ts"
import { Choices } from "../../ui/parts/Choices.tsx"
import { Dialog } from "../../ui/parts/Dialog.tsx"
import { later } from "../../ui/parts/later.tsx"
import { WhenDialog } from "../../ui/when/WhenDialog.tsx"
import styles from "./AskingDialogs.module.css"
import { type Asking, asking } from "./asking.ts"
import { useAssigneeOptions } from "./assignee-options.tsx"
import { MergeDialog } from "./MergeDialog.tsx"
import { StatusDot, statuses } from "./StatusMenu.tsx"
import { tagOptions } from "./tag-options.tsx"

const RunDialog = later(async () => (await import("../workflows/RunDialog.tsx")).RunDialog)

const close = () => asking.set(undefined)

/** One place for all that is asked before something is done, whoever asks: a key, a row, a menu, the bar. */
export function AskingDialogs() {
  const asked = useStore(asking)
  const conversation = asked?.acts.conversation
  const chooses = asked && asked.what !== "snooze" && asked.what !== "merge" && asked.what !== "workflow"
  return (
    <>
      <WhenDialog
        title={text(titles.snooze)}
        open={asked?.what === "snooze"}
        onClose={close}
        tick={{
          label: text("conversation.snooze.wakes"),
          first: conversation?.snooze?.unsnoozeOnCustomerReply ?? true,
        }}
        onChoose={(until, wakes) => asked?.acts.snooze(until, wakes)}
      />
      <Dialog title={chooses ? text(titles[asked.what]) : ""} open={chooses === true} onClose={close}>
        <div className={styles["choices"]}>{chooses && <Choice asked={asked} />}</div>
      </Dialog>
      {asked?.what === "merge" && conversation && <MergeDialog conversation={conversation} onClose={close} />}
      {asked?.what === "workflow" && (
        <RunDialog.Component which={asked.acts.which} selects={conversation === undefined} onClose={close} />
      )}
    </>
  )
}

const titles = {
  snooze: "conversation.snooze.title",
  merge: "conversation.merge",
  assign: "conversation.assign",
  status: "bulk.status",
  tag: "conversation.tags",
  move: "conversation.move",
  workflow: "shortcut.workflow",
} as const

function Choice({ asked: { what, acts } }: { asked: Asking }) {
  switch (what) {
    case "assign":
      return <Assignees acts={acts} />
    case "status":
      return <Statuses acts={acts} />
    case "tag":
      return <Tags acts={acts} />
    default:
      return <Inboxes acts={acts} />
  }
}

type ChoiceProps = Pick<Asking, "acts">

function Assignees({ acts }: ChoiceProps) {
  const { options, personOf } = useAssigneeOptions(acts.conversation ? acts.conversation.assignee : null)
  return (
    <Choices
      label={text("conversation.assign")}
      options={options}
      onPick={({ key }) => {
        close()
        acts.assign(personOf(key))
      }}
    />
  )
}

function Statuses({ acts }: ChoiceProps) {
  const options = statuses.map((status) => ({
    key: status,
    label: text(`status.${status}`),
    icon: <StatusDot status={status} />,
    chosen: status === acts.conversation?.status,
  }))
  return (
    <Choices
      label={text("bulk.status")}
      options={(typed) => options.filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()))}
      onPick={({ key }) => {
        close()
        acts.setStatus(key as (typeof statuses)[number])
      }}
    />
  )
}

function Tags({ acts }: ChoiceProps) {
  const { data: known = [] } = useQuery(tagsQuery)
  const worn = acts.conversation?.tags ?? []
  return (
    <Choices
      label={text("conversation.tags")}
      options={(typed) => tagOptions(typed, { worn, known })}
      onPick={({ key, chosen }) => {
        close()
        if (chosen) acts.untag(key)
        else acts.tag(key, known)
      }}
    />
  )
}

function Inboxes({ acts }: ChoiceProps) {
  const { data: inboxes = [] } = useQuery(inboxesQuery)
  const others = inboxes.filter(({ id }) => id !== acts.conversation?.mailboxId)
  return (
    <Choices
      label={text("conversation.move")}
      options={(typed) =>
        others
          .filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()))
          .map(({ id, name }) => ({ key: String(id), label: name, icon: <Inbox size={15} /> }))
      }
      onPick={({ key }) => {
        const inbox = others.find(({ id }) => String(id) === key)
        close()
        if (inbox) acts.move(inbox)
      }}
    />
  )
}
