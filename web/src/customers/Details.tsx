import type { Conversation, Customer } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { X } from "lucide-react"
import { useConversation } from "../conversations/cache.ts"
import { dateText } from "../messages/moments.ts"
import { text } from "../messages/text.ts"
import { Avatar } from "../parts/Avatar.tsx"
import { IconButton } from "../parts/Button.tsx"
import { Failure } from "../parts/Notice.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import styles from "./Details.module.css"
import { Copyable, Fact, Section } from "./Facts.tsx"
import { OtherConversations } from "./OtherConversations.tsx"
import { customerQuery, organizationQuery } from "./queries.ts"

/** Who the customer is and what else is known. */
export function Details({ conversationId, onClose }: { conversationId: number; onClose: () => void }) {
  const { data: conversation } = useConversation(conversationId)
  return (
    <aside className={styles["details"]} aria-label={text("details.label")}>
      <header className={styles["header"]}>
        <h2>{text("details.customer")}</h2>
        <IconButton label={text("details.close")} icon={<X size={16} />} shortcut="details" onClick={onClose} />
      </header>
      {conversation && <CustomerDetails key={conversation.primaryCustomer.id} conversation={conversation} />}
    </aside>
  )
}

function CustomerDetails({ conversation }: { conversation: Conversation }) {
  const { data: customer, error, refetch } = useQuery(customerQuery(conversation.primaryCustomer.id))
  if (!customer && error) return <Failure error={error} retry={() => void refetch()} />
  if (!customer)
    return (
      <div className={styles["loading"]}>
        <Skeleton lines={["middle", "short", "long", "middle", "long"]} />
      </div>
    )
  return (
    <>
      <Card customer={customer} />
      {customer.organizationId !== undefined && <OrganizationFacts id={customer.organizationId} />}
      <Properties customer={customer} />
      {conversation.customFields.length > 0 && (
        <Section title={text("details.fields")}>
          <dl>
            {conversation.customFields.map((field) => (
              <Fact key={field.id} name={field.name}>
                {field.text}
              </Fact>
            ))}
          </dl>
        </Section>
      )}
      <OtherConversations customerId={customer.id} conversationId={conversation.id} />
    </>
  )
}

function Card({ customer }: { customer: Customer }) {
  const { emails, phones, address } = customer._embedded
  const name = [customer.firstName, customer.lastName].filter(Boolean).join(" ") || (emails[0]?.value ?? "?")
  const place = customer.location ?? [address?.city, address?.country].filter(Boolean).join(", ")
  return (
    <div className={styles["card"]}>
      <Avatar name={name} size="large" />
      <h3>{name}</h3>
      {customer.jobTitle && <p>{customer.jobTitle}</p>}
      {place && <p>{place}</p>}
      <ul className={styles["ways"]}>
        {[...emails, ...phones].map(({ id, value }) => (
          <li key={`${id}-${value}`}>
            <Copyable value={value} />
          </li>
        ))}
      </ul>
      {customer.background && <p className={styles["background"]}>{customer.background}</p>}
      <p className={styles["since"]}>{text("details.since", { date: dateText(customer.createdAt) })}</p>
    </div>
  )
}

function OrganizationFacts({ id }: { id: number }) {
  const { data } = useQuery(organizationQuery(id))
  if (!data) return null
  return (
    <Section title={text("details.organization")}>
      <p className={styles["organization"]}>{data.name}</p>
      {data.domains.length > 0 && <p className={styles["soft"]}>{data.domains.join(", ")}</p>}
    </Section>
  )
}

function Properties({ customer }: { customer: Customer }) {
  const set = customer._embedded.properties.filter(({ text }) => text !== undefined)
  if (set.length === 0) return null
  return (
    <Section title={text("details.properties")}>
      <dl>
        {set.map(({ slug, name, text: value }) => (
          <Fact key={slug} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
    </Section>
  )
}
