import { useNavigate } from "@tanstack/react-router"
import { Bookmark, Building2 } from "lucide-react"
import type { ReactNode } from "react"
import { keyOfOne, type ListKey } from "../../data/lists/list-key.ts"
import { nameOf } from "../../data/people.ts"
import type { Found, FoundConversation, FoundCustomer } from "../../data/search/found.ts"
import { text } from "../../messages/text.ts"
import { Marked } from "../../ui/marked/Marked.tsx"
import { Avatar } from "../../ui/parts/Avatar.tsx"
import type { PanelChoice, PanelGroup, PanelOption } from "./panel.ts"
import styles from "./SearchPanel.module.css"

type GroupName = "customers" | "organizations" | "conversations" | "views"

/** What was found, in groups that each open what they show. `list` stays beside an opened conversation. */
export function useFoundGroups(found: Found | undefined, typed: string, list: ListKey): PanelGroup[] {
  const navigate = useNavigate()
  if (!found) return []
  const options: Record<GroupName, PanelOption[]> = {
    customers: found.customers.map((customer) => ({
      key: `customer ${customer.id}`,
      row: <CustomerRow customer={customer} />,
      choice: opening(
        () => void navigate({ to: "/customers/$customerId", params: { customerId: String(customer.id) } }),
      ),
    })),
    organizations: found.organizations.map(({ id, name }) => ({
      key: `organization ${id}`,
      row: <PlainRow icon={<Building2 size={14} />} name={name} />,
      choice: opening(
        () => void navigate({ to: "/organizations/$organizationId", params: { organizationId: String(id) } }),
      ),
    })),
    conversations: found.conversations.map((conversation) => ({
      key: `conversation ${conversation.id}`,
      row: <ConversationRow conversation={conversation} />,
      choice: opening(() => {
        const params = { conversationId: String(conversation.id), number: String(conversation.number) }
        void navigate({ to: "/conversation/$conversationId/$number", params, search: { list } })
      }),
    })),
    views: found.views.map(({ id, name }) => ({
      key: `view ${id}`,
      row: <PlainRow icon={<Bookmark size={14} />} name={name} />,
      choice: opening(() => void navigate({ to: "/list/$list", params: { list: keyOfOne("view", id) } })),
    })),
  }
  return orderFor(typed)
    .map((name) => ({ name, title: text(`search.found.${name}`), options: options[name] }))
    .filter(({ options }) => options.length > 0)
}

function opening(open: () => void): PanelChoice {
  return { does: "open", open }
}

/** A number is that of a conversation in the first place. */
function orderFor(typed: string): readonly GroupName[] {
  return /^#?\d+$/.test(typed.trim())
    ? ["conversations", "customers", "organizations", "views"]
    : ["customers", "organizations", "conversations", "views"]
}

function CustomerRow({ customer }: { customer: FoundCustomer }) {
  const name = nameOf(customer)
  const { email, organization } = customer
  const hint = [email === name ? undefined : email, organization].filter(Boolean).join(" · ")
  return (
    <>
      <Avatar name={name} size="small" />
      <span className={styles["name"]}>
        <Marked text={name} />
      </span>
      {hint !== "" && (
        <span className={styles["hint"]}>
          <Marked text={hint} />
        </span>
      )}
    </>
  )
}

function ConversationRow({ conversation }: { conversation: FoundConversation }) {
  const { number, subject, status, primaryCustomer, preview } = conversation
  return (
    <>
      <span className={styles["status"]} data-condition={status}>
        <span className="visually-hidden">{text(`status.${status}`)}</span>
      </span>
      <span className={styles["lines"]}>
        <span className={styles["line"]}>
          <span className={styles["name"]}>
            <Marked text={subject || text("list.noSubject")} />
          </span>
          <span className={styles["hint"]}>
            <Marked text={nameOf(primaryCustomer)} /> · #{number}
          </span>
        </span>
        <span className={styles["preview"]}>
          <Marked text={preview} />
        </span>
      </span>
    </>
  )
}

function PlainRow({ icon, name }: { icon: ReactNode; name: string }) {
  return (
    <>
      <span className={styles["icon"]} aria-hidden>
        {icon}
      </span>
      <span className={styles["name"]}>
        <Marked text={name} />
      </span>
    </>
  )
}
