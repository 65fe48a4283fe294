import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useParams } from "@tanstack/react-router"
import { EllipsisVertical, GitMerge, List, PenLine, Trash2 } from "lucide-react"
import { useState } from "react"
import { desk } from "../../data/client.ts"
import { customerName } from "../../data/customer-names.ts"
import { customerQuery } from "../../data/customers.ts"
import { searchKey } from "../../data/lists/list-key.ts"
import { mayAnswer, useMe } from "../../data/session.ts"
import { useStore } from "../../data/store.ts"
import { text } from "../../messages/people.ts"
import { useShortcut } from "../../ui/keyboard/shortcuts.ts"
import { Button, IconButton } from "../../ui/parts/Button.tsx"
import { Menu, MenuItem } from "../../ui/parts/Menu.tsx"
import { lastLooked } from "../directory/directory.ts"
import { NoProfile } from "../directory/NoProfile.tsx"
import styles from "../directory/Profile.module.css"
import { Profile } from "../directory/Profile.tsx"
import { Timeline } from "../directory/Timeline.tsx"
import { NewConversationHost } from "../new-conversation/NewConversationHost.tsx"
import { newConversation } from "../new-conversation/request.ts"
import { CustomerFacts } from "./CustomerFacts.tsx"
import { DeleteCustomer } from "./DeleteCustomer.tsx"
import { MergeCustomers } from "./MergeCustomers.tsx"

export function CustomerPage() {
  const { customerId = "" } = useParams({ strict: false })
  return <CustomerProfile key={customerId} id={Number(customerId)} />
}

function CustomerProfile({ id }: { id: number }) {
  const { data: customer, error, refetch } = useQuery(customerQuery(id))
  const search = useStore(lastLooked).customers
  const [asking, setAsking] = useState<"merge" | "delete">()
  const disabled = !mayAnswer(useMe())
  const navigate = useNavigate()
  useShortcut("back", () => void navigate({ to: "/customers", search }))
  const write = () => {
    if (!customer) return
    const [first] = customer._embedded.emails
    newConversation.set(first ? { to: first.value } : { customer: { id, name: customerName(customer) } })
  }
  useShortcut("newConversation", write, customer !== undefined && !disabled)
  useShortcut("merge", () => setAsking("merge"), customer !== undefined && !disabled)
  if (!customer || error)
    return (
      <NoProfile
        error={error}
        retry={() => void refetch()}
        to="/customers"
        title={text("people.gone.title")}
        back={text("people.all")}
      />
    )
  const name = customerName(customer)
  const list = searchKey(`customerIds:${id}`)
  return (
    <>
      <Profile
        list={{ to: "/customers", label: text("nav.customers"), search }}
        name={name}
        actions={
          !disabled && (
            <>
              <Button aria-label={text("people.write")} shortcut="newConversation" onClick={write}>
                <PenLine size={15} aria-hidden /> <span className={styles["hideable"]}>{text("people.write")}</span>
              </Button>
              <Button aria-label={text("people.merge")} shortcut="merge" onClick={() => setAsking("merge")}>
                <GitMerge size={15} aria-hidden /> <span className={styles["hideable"]}>{text("people.merge")}</span>
              </Button>
              <Menu
                align="end"
                trigger={<IconButton label={text("conversation.more")} icon={<EllipsisVertical size={16} />} />}
              >
                <MenuItem icon={<Trash2 size={15} />} onSelect={() => setAsking("delete")}>
                  {text("people.delete")}
                </MenuItem>
              </Menu>
            </>
          )
        }
        facts={<CustomerFacts customer={customer} disabled={disabled} />}
        timeline={
          <Timeline
            of={["customer", id]}
            read={(page) =>
              desk.conversations.list({
                query: `(customerIds:${id})`,
                status: "all",
                sortField: "createdAt",
                sortOrder: "desc",
                ...page,
              })
            }
            list={list}
            empty={text("people.timeline.none")}
            action={
              <Link to="/list/$list" params={{ list }} className={styles["aside"] ?? ""}>
                <List size={14} aria-hidden /> {text("people.inInbox")}
              </Link>
            }
          />
        }
      />
      {!disabled && <NewConversationHost />}
      {asking === "merge" && <MergeCustomers customer={customer} onClose={() => setAsking(undefined)} />}
      {asking === "delete" && <DeleteCustomer customer={customer} onClose={() => setAsking(undefined)} />}
    </>
  )
}
