import type { Conversation, CustomField } from "@deskhand/sdk/client"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { desk } from "../../data/client.ts"
import { conversationQuery } from "../../data/conversations/cache.ts"
import { fieldsQuery } from "../../data/customers.ts"
import { text } from "../../messages/text.ts"
import { Fact, Section } from "../../ui/facts/Facts.tsx"
import { type EditedField, InlineEdit } from "../../ui/facts/InlineEdit.tsx"

/** What the inbox wants to know of its conversations. */
export function ConversationFields({ conversation, disabled }: { conversation: Conversation; disabled: boolean }) {
  const { id, mailboxId, customFields } = conversation
  const { data: definitions = [] } = useQuery(fieldsQuery(mailboxId))
  const queryClient = useQueryClient()
  const setOn = (fieldId: number) => customFields.find((field) => field.id === fieldId)

  async function save(fieldId: number, value: string) {
    // All are written at once, so the others are taken as the desk has them now.
    const { customFields: current } = await desk.conversations.get(id)
    const others = current
      .filter((field) => field.id !== fieldId)
      .map((field) => ({ id: field.id, value: field.value }))
    await desk.conversations.setFields(id, [{ id: fieldId, value }, ...others])
    await queryClient.invalidateQueries({ queryKey: conversationQuery(id).queryKey })
  }

  const shown = disabled ? definitions.filter((field) => setOn(field.id)) : definitions
  if (shown.length === 0) return null
  return (
    <Section title={text("details.fields")}>
      <dl>
        {shown.map((field) => (
          <Fact key={field.id} name={field.name}>
            <InlineEdit
              label={field.name}
              disabled={disabled}
              fields={[controlOf(field, setOn(field.id)?.value ?? "")]}
              onSave={([value = ""]) => save(field.id, value)}
            >
              <span>{setOn(field.id)?.text ?? "–"}</span>
            </InlineEdit>
          </Fact>
        ))}
      </dl>
    </Section>
  )
}

function controlOf({ name, type, options = [] }: CustomField, value: string): EditedField {
  const field = { label: name, value }
  if (type === "dropdown") return { ...field, options: options.map(({ id, label }) => ({ value: String(id), label })) }
  return { ...field, kind: type === "singleline" ? "text" : type }
}
