import { Building2 } from "lucide-react"
import { nameOf } from "../../data/people.ts"
import type { Found } from "../../data/search/found.ts"
import { Avatar } from "../../ui/parts/Avatar.tsx"
import type { Entry } from "./entry.ts"

export function customerEntries(found: Found | undefined, open: (customerId: number) => void): Entry[] {
  return (found?.customers ?? []).map((customer): Entry => {
    const name = nameOf(customer)
    const hint = [customer.email, customer.organization].filter((one) => one && one !== name)
    return {
      id: `customer-${customer.id}`,
      label: name,
      icon: <Avatar name={name} size="small" />,
      ...(hint.length > 0 && { hint: hint.join(" · ") }),
      does: { run: () => open(customer.id) },
    }
  })
}

export function organizationEntries(found: Found | undefined, open: (organizationId: number) => void): Entry[] {
  return (found?.organizations ?? []).map(
    ({ id, name }): Entry => ({
      id: `organization-${id}`,
      label: name,
      icon: <Building2 size={15} />,
      does: { run: () => open(id) },
    }),
  )
}
