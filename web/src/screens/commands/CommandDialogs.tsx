import { useQuery } from "@tanstack/react-query"
import { Inbox } from "lucide-react"
import type { Change } from "../../data/commands/command.ts"
import { type CommandScope, giveCommand } from "../../data/commands/give.ts"
import { inboxesQuery } from "../../data/inboxes.ts"
import { useStore } from "../../data/store.ts"
import { tagsQuery } from "../../data/tags.ts"
import { text } from "../../messages/text.ts"
import { Choices, type Option } from "../../ui/parts/Choices.tsx"
import { Dialog } from "../../ui/parts/Dialog.tsx"
import { lazyComponent } from "../../ui/parts/lazy-component.tsx"
import { WhenDialog } from "../../ui/when/WhenDialog.tsx"
import { useAssigneeOptions } from "./assignee-options.tsx"
import styles from "./CommandDialogs.module.css"
import { MergeDialog } from "./MergeDialog.tsx"
import { type CommandDialog, commandDialog } from "./open-dialog.ts"
import { type Status, statusOptions } from "./status-options.tsx"
import { tagOptions, toggleTag } from "./tag-options.tsx"

const RunDialog = lazyComponent(async () => (await import("../workflows/RunDialog.tsx")).RunDialog)

const close = () => commandDialog.set(undefined)

/** One place for all that is asked before a command is given, whoever gives it: a key, a row, a menu, the bar. */
export function CommandDialogs() {
  const { name, scope, other } = useStore(commandDialog) ?? {}
  const conversation = scope?.conversation
  const chooses = name === "assign" || name === "status" || name === "tag" || name === "move"
  return (
    <>
      <WhenDialog
        title={text(titles.snooze)}
        open={name === "snooze"}
        onClose={close}
        tick={{
          label: text("conversation.snooze.wakes"),
          first: conversation?.snooze?.unsnoozeOnCustomerReply ?? true,
        }}
        onChoose={(until, unsnoozeOnCustomerReply) =>
          scope && giveCommand(scope, { snooze: { snoozedUntil: until.toISOString(), unsnoozeOnCustomerReply } })
        }
      />
      <Dialog title={chooses ? text(titles[name]) : ""} open={chooses} onClose={close}>
        <div className={styles["choices"]}>{chooses && scope && <CommandChoices name={name} scope={scope} />}</div>
      </Dialog>
      {name === "merge" && conversation && <MergeDialog conversation={conversation} other={other} onClose={close} />}
      {name === "workflow" && scope && (
        <RunDialog.Component which={scope.target} selects={conversation === undefined} onClose={close} />
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

function CommandChoices({ name, scope }: CommandDialog) {
  switch (name) {
    case "assign":
      return <AssigneeChoices scope={scope} />
    case "status":
      return <StatusChoices scope={scope} />
    case "tag":
      return <TagChoices scope={scope} />
    default:
      return <InboxChoices scope={scope} />
  }
}

function AssigneeChoices({ scope }: { scope: CommandScope }) {
  const { options, personOf } = useAssigneeOptions(scope.conversation ? scope.conversation.assignee : null)
  const changeTo = (key: string): Change => ({ assignee: personOf(key) ?? null })
  return <ChangeChoices label={text("conversation.assign")} scope={scope} options={options} changeTo={changeTo} />
}

function StatusChoices({ scope }: { scope: CommandScope }) {
  const options = (typed: string) => statusOptions(typed, scope.conversation?.status)
  const changeTo = (key: string): Change => ({ status: key as Status })
  return <ChangeChoices label={text("bulk.status")} scope={scope} options={options} changeTo={changeTo} />
}

function TagChoices({ scope }: { scope: CommandScope }) {
  const { data: known = [] } = useQuery(tagsQuery)
  const tags = { worn: scope.conversation?.tags ?? [], known }
  const options = (typed: string) => tagOptions(typed, tags)
  const changeTo = (name: string) => toggleTag(name, tags)
  return <ChangeChoices label={text("conversation.tags")} scope={scope} options={options} changeTo={changeTo} />
}

function InboxChoices({ scope }: { scope: CommandScope }) {
  const { data: inboxes = [] } = useQuery(inboxesQuery)
  const others = inboxes.filter(({ id }) => id !== scope.conversation?.mailboxId)
  const options = (typed: string) =>
    others
      .filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()))
      .map(({ id, name }) => ({ key: String(id), label: name, icon: <Inbox size={15} /> }))
  const changeTo = (key: string): Change | undefined => {
    const inbox = others.find(({ id }) => String(id) === key)
    return inbox && { inbox: { id: inbox.id, name: inbox.name } }
  }
  return <ChangeChoices label={text("conversation.move")} scope={scope} options={options} changeTo={changeTo} />
}

interface ChangeChoicesProps {
  label: string
  scope: CommandScope
  options: (typed: string) => Option[]
  changeTo: (key: string) => Change | undefined
}

function ChangeChoices({ label, scope, options, changeTo }: ChangeChoicesProps) {
  return (
    <Choices
      label={label}
      options={options}
      onPick={({ key }) => {
        const change = changeTo(key)
        close()
        if (change) giveCommand(scope, change)
      }}
    />
  )
}
