import { text } from "../../../messages/settings.ts"
import { CheckField, SelectField, TextField } from "../../../ui/form/fields.tsx"
import { HtmlField } from "../../../ui/form/HtmlField.tsx"
import { Assignee, SavedReply, Webhook } from "./action-choices.tsx"
import type { ActionProps } from "./action-props.ts"
import { DurationField } from "./DurationField.tsx"
import { FieldValue } from "./FieldValue.tsx"
import { TagsField } from "./TagsField.tsx"

const statuses = ["active", "pending", "closed", "spam"] as const

/** What there is to say of an action, by its kind. */
export function ActionFields(props: ActionProps) {
  const { action, failureAt, onChange } = props
  switch (action.type) {
    case "assign":
      return <Assignee {...props} />
    case "status":
      return (
        <SelectField
          label={text("workflow.status")}
          value={action.status ?? "closed"}
          failure={failureAt("status")}
          options={statuses.map((value) => ({ value, label: text(`status.${value}`) }))}
          onChange={(status) => onChange({ status })}
        />
      )
    case "tag":
      return (
        <>
          <TagsField
            label={text("workflow.addTags")}
            ids={action.addTagIds ?? []}
            failure={failureAt("addTagIds")}
            onChange={(addTagIds) => onChange({ addTagIds })}
          />
          <TagsField
            label={text("workflow.removeTags")}
            ids={action.removeTagIds ?? []}
            failure={failureAt("removeTagIds")}
            onChange={(removeTagIds) => onChange({ removeTagIds })}
          />
        </>
      )
    case "field":
      return <FieldValue {...props} />
    case "note":
      return (
        <HtmlField
          label={text("workflow.note")}
          placeholder={text("workflow.note.placeholder")}
          value={action.text ?? ""}
          failure={failureAt("text")}
          onChange={(text) => onChange({ text })}
        />
      )
    case "reply":
      return <SavedReply {...props} />
    case "snooze":
      return (
        <>
          <DurationField
            label={text("workflow.snooze")}
            value={action.minutes}
            failure={failureAt("minutes")}
            onChange={(minutes) => onChange({ minutes: minutes ?? 0 })}
          />
          <CheckField
            label={text("workflow.snooze.wakes")}
            value={action.unsnoozeOnCustomerReply ?? true}
            onChange={(unsnoozeOnCustomerReply) => onChange({ unsnoozeOnCustomerReply })}
          />
        </>
      )
    case "webhook":
      return <Webhook {...props} />
    case "forward":
      return (
        <>
          <TextField
            label={text("workflow.to")}
            hint={text("workflow.to.hint")}
            value={(action.to ?? []).join(", ")}
            failure={failureAt("to")}
            required
            inputMode="email"
            onChange={(line) => onChange({ to: [line] })}
          />
          <HtmlField
            label={text("workflow.forward")}
            placeholder={text("workflow.forward.placeholder")}
            value={action.text ?? ""}
            failure={failureAt("text")}
            onChange={(text) => onChange({ text })}
          />
        </>
      )
  }
}
