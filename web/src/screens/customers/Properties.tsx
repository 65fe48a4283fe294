import type { Customer } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { propertiesQuery } from "../../data/customers.ts"
import { text } from "../../messages/text.ts"
import { Fact, Section } from "../../ui/facts/Facts.tsx"
import { InlineEdit } from "../../ui/facts/InlineEdit.tsx"
import { replacing, useCustomerChange } from "./change.ts"

/** What the desk wants to know of customers beside the rest. */
export function Properties({ customer, disabled }: { customer: Customer; disabled: boolean }) {
  const { properties } = customer._embedded
  const hasChoice = properties.some(({ type }) => type === "dropdown")
  const { data: definitions = [] } = useQuery({ ...propertiesQuery, enabled: hasChoice && !disabled })
  const change = useCustomerChange(customer.id)
  const shown = disabled ? properties.filter(({ text }) => text !== undefined) : properties
  if (shown.length === 0) return null
  return (
    <Section title={text("details.properties")}>
      <dl>
        {shown.map(({ slug, name, type, value = "", text: said }) => (
          <Fact key={slug} name={name}>
            <InlineEdit
              label={name}
              disabled={disabled}
              fields={[
                {
                  label: name,
                  value,
                  ...(type === "dropdown"
                    ? { options: optionsOf(definitions.find((definition) => definition.slug === slug)) }
                    : { kind: type }),
                },
              ]}
              onSave={([next = ""]) => change([replacing(`/properties/${slug}`, next)])}
            >
              <span>{said ?? "–"}</span>
            </InlineEdit>
          </Fact>
        ))}
      </dl>
    </Section>
  )
}

function optionsOf(definition: { options?: { id: string; label: string }[] } | undefined) {
  return definition?.options?.map(({ id, label }) => ({ value: id, label })) ?? []
}
