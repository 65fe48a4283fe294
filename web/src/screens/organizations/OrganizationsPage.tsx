import type { ListedOrganization, OrganizationFilters } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { Building2, Plus, SearchX } from "lucide-react"
import { useEffect, useState } from "react"
import { desk } from "../../data/client.ts"
import { mayAnswer, useMe } from "../../data/session.ts"
import { text } from "../../messages/people.ts"
import { Button } from "../../ui/parts/Button.tsx"
import { Notice } from "../../ui/parts/Notice.tsx"
import styles from "../directory/Directory.module.css"
import { Directory } from "../directory/Directory.tsx"
import { type DirectorySearch, lastLooked } from "../directory/directory.ts"
import type { Listing } from "../directory/listing.ts"
import { NewOrganization } from "./NewOrganization.tsx"

const orders = {
  recent: "lastInteractionAt,desc",
  name: "name,asc",
  customers: "customerCount,desc",
  conversations: "conversationCount,desc",
} as const satisfies Record<string, OrganizationFilters["sort"]>

type Sort = keyof typeof orders

function organizationListing(wanted: string, sort: Sort): Listing<ListedOrganization> {
  return {
    queryKey: ["organizations", "list", wanted, sort],
    async read(page) {
      const query = wanted === "" ? {} : { query: wanted }
      const found = await desk.organizations.list({ ...query, sort: orders[sort], ...page })
      return { items: found._embedded.organizations, total: found.page.totalElements }
    },
  }
}

export function OrganizationsPage() {
  const search: DirectorySearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const [isNew, setIsNew] = useState(false)
  const mayWrite = mayAnswer(useMe())
  const wanted = search.q ?? ""
  const sort = search.sort !== undefined && search.sort in orders ? (search.sort as Sort) : "recent"
  useEffect(() => lastLooked.set((before) => ({ ...before, organizations: search })), [search])
  const look = (next: DirectorySearch) =>
    void navigate({ to: "/organizations", search: { ...search, ...next }, replace: true })
  const add = mayWrite && (
    <Button look="primary" onClick={() => setIsNew(true)} aria-label={text("organizations.new")}>
      <Plus size={15} aria-hidden /> <span>{text("organizations.new")}</span>
    </Button>
  )
  return (
    <>
      <Directory
        title={text("nav.organizations")}
        count={(count) => text(wanted === "" ? "organizations.total" : "people.found", { count })}
        searchLabel={text("organizations.search")}
        wanted={wanted}
        onWanted={(q) => look({ q })}
        sort={sort}
        sorts={(Object.keys(orders) as Sort[]).map((value) => ({ value, label: text(`organizations.sort.${value}`) }))}
        onSort={(next) => look({ sort: next })}
        listing={organizationListing(wanted, sort)}
        row={(organization, settled) => <OrganizationRow organization={organization} settled={settled} />}
        empty={
          wanted === "" ? (
            <Notice icon={<Building2 size={22} />} title={text("organizations.empty.title")} action={add}>
              {text("organizations.empty")}
            </Notice>
          ) : (
            <Notice icon={<SearchX size={22} />} title={text("people.none.title", { query: wanted })} action={add}>
              {text("organizations.none")}
            </Notice>
          )
        }
        action={add}
      />
      {isNew && <NewOrganization wanted={wanted} onClose={() => setIsNew(false)} />}
    </>
  )
}

interface OrganizationRowProps {
  organization: ListedOrganization
  /** Nobody scrolls past it now. */
  settled: boolean
}

function OrganizationRow({ organization, settled }: OrganizationRowProps) {
  const { id, name, description, website, domains } = organization
  const counts = useCounts(id, settled)
  return (
    <Link
      to="/organizations/$organizationId"
      params={{ organizationId: String(id) }}
      className={`${styles["person"]} ${styles["organization"]}`}
    >
      <span className={styles["who"]}>
        <span className={styles["logo"]} aria-hidden>
          <Building2 size={16} />
        </span>
        <span className={styles["names"]}>
          <strong>{name}</strong>
          <small>{description ?? website}</small>
        </span>
      </span>
      <span className={`${styles["cell"]} ${styles["second"]}`}>{domains.join(", ")}</span>
      <span className={`${styles["cell"]} ${styles["third"]} ${styles["number"]}`}>
        {counts?.customerCount !== undefined && text("details.customers", { count: counts.customerCount })}
      </span>
      <span className={styles["number"]}>
        {counts?.conversationCount !== undefined && text("details.conversations", { count: counts.conversationCount })}
      </span>
    </Link>
  )
}

/** Lists of the desk do not count: each row asks when it has come to rest, again when it comes back, and after events of customers. */
function useCounts(id: number, settled: boolean) {
  const { data } = useQuery({
    queryKey: ["organization", id, "counts"],
    queryFn: () => desk.organizations.get(id, { includeCounts: true }),
    enabled: settled,
    staleTime: 10_000,
    retry: false,
  })
  return data
}
