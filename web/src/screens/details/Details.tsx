import type { Conversation } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { UserRoundCog, X } from "lucide-react"
import { type KeyboardEvent, useState } from "react"
import { useConversation } from "../../data/conversations/cache.ts"
import { customerQuery } from "../../data/customers.ts"
import { mayAnswer, useMe } from "../../data/session.ts"
import { text } from "../../messages/text.ts"
import { IconButton } from "../../ui/parts/Button.tsx"
import { lazyComponent } from "../../ui/parts/lazy-component.tsx"
import { Failure } from "../../ui/parts/Notice.tsx"
import { Skeleton } from "../../ui/parts/Skeleton.tsx"
import { CustomerCard } from "../customers/CustomerCard.tsx"
import { OrganizationCard } from "../customers/OrganizationCard.tsx"
import { Properties } from "../customers/Properties.tsx"
import { ConversationFields } from "./ConversationFields.tsx"
import styles from "./Details.module.css"
import { OtherConversations } from "./OtherConversations.tsx"

const CustomerDialog = lazyComponent(async () => (await import("../customers/SearchDialogs.tsx")).CustomerDialog)

/** Who the customer is and what else is known. */
export function Details({ conversationId, onClose }: { conversationId: number; onClose: () => void }) {
  const { data: conversation } = useConversation(conversationId)
  const [choosing, setChoosing] = useState(false)
  const disabled = !mayAnswer(useMe())
  const hear = (event: KeyboardEvent) => {
    // What lies over the conversation is closed before it.
    if (event.key !== "Escape" || event.defaultPrevented || !lies(event.currentTarget)) return
    event.stopPropagation()
    event.nativeEvent.stopImmediatePropagation()
    onClose()
  }
  return (
    <aside className={styles["details"]} data-pane="details" aria-label={text("details.label")} onKeyDown={hear}>
      <header className={styles["header"]}>
        <h2>{text("details.customer")}</h2>
        {conversation && !disabled && (
          <IconButton
            label={text("details.changeCustomer")}
            icon={<UserRoundCog size={16} />}
            onClick={() => setChoosing(true)}
          />
        )}
        <IconButton label={text("details.close")} icon={<X size={16} />} shortcut="details" onClick={onClose} />
      </header>
      {conversation && (
        <CustomerDetails key={conversation.primaryCustomer.id} conversation={conversation} disabled={disabled} />
      )}
      {conversation && choosing && (
        <CustomerDialog.Component conversation={conversation} onClose={() => setChoosing(false)} />
      )}
    </aside>
  )
}

/** Whether it is a drawer now. */
function lies(element: Element): boolean {
  return getComputedStyle(element).position === "fixed"
}

function CustomerDetails({ conversation, disabled }: { conversation: Conversation; disabled: boolean }) {
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
      <CustomerCard customer={customer} disabled={disabled} />
      <ConversationFields conversation={conversation} disabled={disabled} />
      <OrganizationCard customerId={customer.id} organizationId={customer.organizationId} disabled={disabled} />
      <Properties customer={customer} disabled={disabled} />
      <OtherConversations customerId={customer.id} conversationId={conversation.id} />
    </>
  )
}
