import type { CustomerFilters, ListedCustomer } from "@deskhand/sdk/client"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { Contact, SearchX, UserRoundPlus } from "lucide-react"
import { useEffect, useState } from "react"
import { desk } from "../../data/client.ts"
import { useNow } from "../../data/clock.ts"
import { customerName } from "../../data/customer-names.ts"
import { mayAnswer, useMe } from "../../data/session.ts"
import { agoText } from "../../messages/moments.ts"
import { text } from "../../messages/people.ts"
import { Avatar } from "../../ui/parts/Avatar.tsx"
import { Button } from "../../ui/parts/Button.tsx"
import { Notice } from "../../ui/parts/Notice.tsx"
import styles from "../directory/Directory.module.css"
import { Directory } from "../directory/Directory.tsx"
import { type DirectorySearch, lastLooked } from "../directory/directory.ts"
import type { Listing } from "../directory/listing.ts"
import { wordsQuery } from "./find.tsx"
import { NewCustomer } from "./NewCustomer.tsx"

const orders = {
  changed: { sortField: "modifiedAt", sortOrder: "desc" },
  newest: { sortField: "createdAt", sortOrder: "desc" },
  oldest: { sortField: "createdAt", sortOrder: "asc" },
  first: { sortField: "firstName", sortOrder: "asc" },
  last: { sortField: "lastName", sortOrder: "asc" },
} as const satisfies Record<string, CustomerFilters>

type Sort = keyof typeof orders

function customerListing(wanted: string, sort: Sort): Listing<ListedCustomer> {
  return {
    queryKey: ["customers", "list", wanted, sort],
    async read(page) {
      const found = await desk.customers.list({ ...wordsQuery(wanted), ...orders[sort], ...page })
      return { items: found._embedded.customers, total: found.page.totalElements, estimated: found.page.estimated }
    },
  }
}

export function CustomersPage() {
  const search: DirectorySearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const [isNew, setIsNew] = useState(false)
  const mayWrite = mayAnswer(useMe())
  const wanted = search.q ?? ""
  const sort = search.sort !== undefined && search.sort in orders ? (search.sort as Sort) : "changed"
  useEffect(() => lastLooked.set((before) => ({ ...before, customers: search })), [search])
  const look = (next: DirectorySearch) =>
    void navigate({ to: "/customers", search: { ...search, ...next }, replace: true })
  const add = mayWrite && (
    <Button look="primary" onClick={() => setIsNew(true)} aria-label={text("people.new")}>
      <UserRoundPlus size={15} aria-hidden /> <span>{text("people.new")}</span>
    </Button>
  )
  return (
    <>
      <Directory
        title={text("nav.customers")}
        count={(count) => text(wanted === "" ? "people.total" : "people.found", { count })}
        searchLabel={text("people.search")}
        wanted={wanted}
        onWanted={(q) => look({ q })}
        sort={sort}
        sorts={(Object.keys(orders) as Sort[]).map((value) => ({ value, label: text(`people.sort.${value}`) }))}
        onSort={(next) => look({ sort: next })}
        listing={customerListing(wanted, sort)}
        row={(customer) => <CustomerRow customer={customer} />}
        empty={
          wanted === "" ? (
            <Notice icon={<Contact size={22} />} title={text("people.empty.title")} action={add}>
              {text("people.empty")}
            </Notice>
          ) : (
            <Notice icon={<SearchX size={22} />} title={text("people.none.title", { query: wanted })} action={add}>
              {text("people.none")}
            </Notice>
          )
        }
        action={add}
      />
      {isNew && <NewCustomer wanted={wanted} onClose={() => setIsNew(false)} />}
    </>
  )
}

function CustomerRow({ customer }: { customer: ListedCustomer }) {
  const { id, jobTitle, organization, conversationCount, updatedAt, _embedded } = customer
  const name = customerName(customer)
  const email = _embedded.emails[0]?.value
  const reached = email ?? _embedded.phones[0]?.value ?? ""
  const now = useNow()
  return (
    <Link to="/customers/$customerId" params={{ customerId: String(id) }} className={styles["person"] ?? ""}>
      <span className={styles["who"]}>
        <Avatar name={name} />
        <span className={styles["names"]}>
          <strong>{name}</strong>
          <small>
            {jobTitle ?? <span className={styles["narrow"]}>{organization ?? (reached === name ? "" : reached)}</span>}
          </small>
        </span>
      </span>
      <span className={`${styles["cell"]} ${styles["second"]}`}>{reached}</span>
      <span className={`${styles["cell"]} ${styles["third"]}`}>{organization}</span>
      <span className={styles["number"]}>{text("details.conversations", { count: conversationCount })}</span>
      <time className={styles["when"]} dateTime={updatedAt} title={text("people.changed")}>
        {agoText(updatedAt, now)}
      </time>
    </Link>
  )
}
