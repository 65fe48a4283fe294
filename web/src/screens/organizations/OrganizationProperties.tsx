import type { Organization } from "@deskhand/sdk/client"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { desk } from "../../data/client.ts"
import { organizationPropertiesQuery } from "../../data/customers.ts"
import { text } from "../../messages/people.ts"
import { EditableFact } from "../../ui/facts/EditableFact.tsx"
import { Section } from "../../ui/facts/Facts.tsx"

/** What the desk wants to know of organizations beside the rest, set or not. */
export function OrganizationProperties({ organization, disabled }: { organization: Organization; disabled: boolean }) {
  const { id, properties = [] } = organization
  const { data: definitions = [] } = useQuery(organizationPropertiesQuery)
  const queryClient = useQueryClient()
  const setOf = (slug: string) => properties.find((property) => property.slug === slug)?.value ?? ""
  async function save(slug: string, value: string) {
    if (value !== "") await desk.organizations.setProperty(id, slug, value)
    else if (setOf(slug) !== "") await desk.organizations.deleteProperty(id, slug)
    await queryClient.invalidateQueries({ queryKey: ["organization", id] })
  }
  const shown = definitions.filter(({ slug }) => !disabled || setOf(slug) !== "")
  if (shown.length === 0) return null
  return (
    <Section title={text("details.properties")}>
      <dl>
        {shown.map(({ slug, name, type, options = [] }) => (
          <EditableFact
            key={slug}
            name={name}
            value={setOf(slug)}
            {...(type === "dropdown"
              ? { options: options.map(({ label }) => ({ value: label, label })) }
              : { kind: type })}
            disabled={disabled}
            onSave={(value) => save(slug, value)}
          />
        ))}
      </dl>
    </Section>
  )
}
