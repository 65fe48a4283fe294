import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { assigneesQuery, nameOf } from "../../../data/people.ts"
import { savedRepliesQuery } from "../../../data/saved-replies.ts"
import { text } from "../../../messages/settings.ts"
import { SelectField } from "../../../ui/form/fields.tsx"
import { usersOfQuery } from "../people/queries.ts"
import { nameOf as nameOfWebhook, webhooksQuery } from "../webhooks/queries.ts"
import type { ActionProps } from "./action-props.ts"

interface Choosable {
  id: number
  name: string
}

/** With what is chosen among them, also where it is gone. */
export function optionsOf(known: readonly Choosable[] | undefined, chosen: number | undefined) {
  const isGone = known !== undefined && chosen !== undefined && !known.some(({ id }) => id === chosen)
  return [
    ...(chosen === undefined ? [{ value: "", label: text("workflow.choose") }] : []),
    ...(known ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    ...(isGone ? [{ value: String(chosen), label: text("workflow.gone", { id: String(chosen) }) }] : []),
  ]
}

const nobody = "nobody"

/** People who may enter the inbox, and teams. */
export function Assignee({ action: { assignTo }, inboxId, failureAt, onChange }: ActionProps) {
  const { data: everybody } = useQuery(assigneesQuery)
  const { data: inside } = useQuery(usersOfQuery(inboxId))
  const known =
    inside &&
    everybody
      ?.filter(({ id, type }) => type === "team" || inside.includes(id))
      .map((person) => ({ id: person.id, name: nameOf(person) }))
  const [first, ...others] = optionsOf(known, assignTo ?? undefined)
  const nobodyOption = { value: nobody, label: text("workflow.assignTo.nobody") }
  const isChosen = assignTo !== undefined
  return (
    <SelectField
      label={text("workflow.assignTo")}
      value={assignTo === null ? nobody : String(assignTo ?? "")}
      failure={failureAt("assignTo")}
      options={[...(first && (!isChosen || first.value !== "") ? [first] : []), nobodyOption, ...others]}
      onChange={(value) => value !== "" && onChange({ assignTo: value === nobody ? null : Number(value) })}
    />
  )
}

export function SavedReply({ action: { savedReplyId }, inboxId, failureAt, onChange }: ActionProps) {
  const { data } = useQuery(savedRepliesQuery(inboxId))
  const replies = data?.filter(({ preview }) => preview !== undefined)
  const params = { inboxId: String(inboxId), tab: "saved-replies" }
  const none = replies?.length === 0 && (
    <Link to="/settings/inboxes/$inboxId/$tab" params={params}>
      {text("workflow.reply.none")}
    </Link>
  )
  return (
    <SelectField
      label={text("workflow.reply")}
      hint={none || text("workflow.reply.hint")}
      value={String(savedReplyId ?? "")}
      failure={failureAt("savedReplyId")}
      options={optionsOf(replies, savedReplyId)}
      onChange={(value) => value !== "" && onChange({ savedReplyId: Number(value) })}
    />
  )
}

/** Those that may see the inbox. */
export function Webhook({ action: { webhookId }, inboxId, failureAt, onChange }: ActionProps) {
  const { data: webhooks } = useQuery(webhooksQuery)
  const known = webhooks
    ?.filter(({ mailboxIds }) => mailboxIds?.includes(inboxId) ?? true)
    .map((webhook) => ({ id: webhook.id, name: nameOfWebhook(webhook) }))
  const none = known?.length === 0 && <Link to="/settings/webhooks">{text("workflow.webhook.none")}</Link>
  return (
    <SelectField
      label={text("workflow.webhook")}
      hint={none || text("workflow.webhook.hint")}
      value={String(webhookId ?? "")}
      failure={failureAt("webhookId")}
      options={optionsOf(known, webhookId)}
      onChange={(value) => value !== "" && onChange({ webhookId: Number(value) })}
    />
  )
}
