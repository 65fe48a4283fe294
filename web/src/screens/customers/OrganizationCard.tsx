import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Building2 } from "lucide-react"
import { useState } from "react"
import { organizationQuery } from "../../data/customers.ts"
import { text } from "../../messages/text.ts"
import facts from "../../ui/facts/Facts.module.css"
import { Fact, Section } from "../../ui/facts/Facts.tsx"
import { Button } from "../../ui/parts/Button.tsx"
import { lazyComponent } from "../../ui/parts/lazy-component.tsx"
import styles from "./Cards.module.css"

const OrganizationDialog = lazyComponent(async () => (await import("./SearchDialogs.tsx")).OrganizationDialog)

interface OrganizationCardProps {
  customerId: number
  organizationId: number | undefined
  disabled: boolean
}

export function OrganizationCard({ customerId, organizationId, disabled }: OrganizationCardProps) {
  const [choosing, setChoosing] = useState(false)
  if (organizationId === undefined && disabled) return null
  return (
    <Section
      title={text("details.organization")}
      action={
        !disabled && (
          <Button
            look="quiet"
            aria-label={text(
              organizationId === undefined ? "details.chooseOrganization" : "details.changeOrganization",
            )}
            onClick={() => setChoosing(true)}
          >
            {text(organizationId === undefined ? "details.choose" : "details.replace")}
          </Button>
        )
      }
    >
      {organizationId === undefined ? (
        <p className={facts["faint"]}>{text("details.noOrganization")}</p>
      ) : (
        <OrganizationFacts id={organizationId} />
      )}
      {choosing && (
        <OrganizationDialog.Component
          customerId={customerId}
          organizationId={organizationId}
          onClose={() => setChoosing(false)}
        />
      )}
    </Section>
  )
}

function OrganizationFacts({ id }: { id: number }) {
  const { data } = useQuery(organizationQuery(id))
  if (!data) return null
  const {
    name,
    website,
    domains,
    phones,
    location,
    note,
    customerCount = 0,
    conversationCount = 0,
    properties = [],
  } = data
  return (
    <>
      <p className={styles["organization"]}>
        <Building2 size={15} aria-hidden />
        <Link to="/organizations/$organizationId" params={{ organizationId: String(id) }}>
          {name}
        </Link>
      </p>
      <p className={facts["soft"]}>
        {text("details.organizationCounts", {
          customers: text("details.customers", { count: customerCount }),
          conversations: text("details.conversations", { count: conversationCount }),
        })}
      </p>
      {note && <p className={facts["background"]}>{note}</p>}
      <dl>
        {website && <Fact name={text("details.website")}>{website}</Fact>}
        {domains.length > 0 && <Fact name={text("details.domains")}>{domains.join(", ")}</Fact>}
        {phones.length > 0 && <Fact name={text("details.phones")}>{phones.join(", ")}</Fact>}
        {location && <Fact name={text("details.country")}>{location}</Fact>}
        {properties.map(({ slug, name, value }) => (
          <Fact key={slug} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
    </>
  )
}
