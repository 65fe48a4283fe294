import type { CustomField } from "@deskhand/contract/inboxes/custom-field"
import type { CustomFieldRow } from "./queries.ts"

export function presentCustomField(row: CustomFieldRow): CustomField {
  return {
    id: row.id,
    required: row.required,
    order: row.position,
    type: row.type,
    name: row.name,
    ...(row.type === "dropdown" && { options: row.options }),
  }
}
