import { useQuery } from "@tanstack/react-query"
import { desk } from "../../../data/client.ts"
import { propertiesQuery } from "../../../data/customers.ts"
import { text } from "../../../messages/settings.ts"
import { Allowed } from "../page/Allowed.tsx"
import { Page } from "../page/Page.tsx"
import { PropertyList } from "./PropertyList.tsx"

const organizationPropertiesQuery = {
  queryKey: ["organization-properties"],
  queryFn: () => Array.fromAsync(desk.organizations.properties.all()),
}

/** What is known of customers and organizations beside what everybody has. */
export function PropertiesPage() {
  return (
    <Allowed>
      <Properties />
    </Allowed>
  )
}

function Properties() {
  const ofCustomers = useQuery(propertiesQuery)
  const ofOrganizations = useQuery(organizationPropertiesQuery)
  return (
    <Page title={text("properties.title")} lead={text("properties.lead")}>
      <PropertyList
        kind="customers"
        query={ofCustomers}
        onCreate={(property) => desk.customerProperties.create(property)}
        onDelete={(slug) => desk.customerProperties.delete(slug)}
        stale={["customer-properties"]}
      />
      <PropertyList
        kind="organizations"
        query={ofOrganizations}
        onCreate={(property) => desk.organizations.properties.create(property)}
        onChange={(slug, change) => desk.organizations.properties.replace(slug, change)}
        onDelete={(slug) => desk.organizations.properties.delete(slug)}
        stale={["organization-properties"]}
      />
    </Page>
  )
}
