import type { NewOrganization, Organization } from "@deskhand/sdk/client"
import { useQueryClient } from "@tanstack/react-query"
import { desk } from "../../data/client.ts"

/** Changes some of it, and waits until what is shown is what the desk has. */
export function useOrganizationChange(id: number): (changed: Partial<NewOrganization>) => Promise<void> {
  const queryClient = useQueryClient()
  return async (changed) => {
    // All is written at once, so the rest is taken as the desk has it now.
    await desk.organizations.replace(id, without({ ...written(await desk.organizations.get(id)), ...changed }))
    await queryClient.invalidateQueries({ queryKey: ["organization", id] })
  }
}

function written(organization: Organization): NewOrganization {
  const { name, website, description, location, note, domains, phones, brandColor } = organization
  return {
    name,
    domains,
    phones,
    ...(website !== undefined && { website }),
    ...(description !== undefined && { description }),
    ...(location !== undefined && { location }),
    ...(note !== undefined && { note }),
    ...(brandColor !== undefined && { brandColor }),
  }
}

/** What is left empty is taken away; a logo only where that is said. */
function without({ name, ...rest }: NewOrganization): NewOrganization {
  const kept = Object.entries(rest).filter(([field, value]) => value !== "" || field === "logoUrl")
  return { name, ...Object.fromEntries(kept) }
}

/** One on each line, or behind commas. */
export function listed(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((entry) => entry.trim())
    .filter(Boolean)
}
