import type { AuditEntry } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { ScrollText } from "lucide-react"
import { numberText, text } from "../../../messages/settings.ts"
import { SelectField, TextField } from "../../../ui/form/fields.tsx"
import { Button } from "../../../ui/parts/Button.tsx"
import { Notice } from "../../../ui/parts/Notice.tsx"
import { Allowed } from "../page/Allowed.tsx"
import pageStyles from "../page/Page.module.css"
import { Loaded, Page } from "../page/Page.tsx"
import { fullName, usersQuery } from "../people/queries.ts"
import styles from "./Audit.module.css"
import { Entry } from "./Entry.tsx"
import { auditQuery } from "./queries.ts"
import { type AuditSearch, nouns } from "./search.ts"

/** Who changed what about the desk, the newest first. */
export function AuditPage() {
  return (
    <Allowed>
      <Audit />
    </Allowed>
  )
}

function Audit() {
  const search = useSearch({ from: "/signed-in/settings/audit" })
  const navigate = useNavigate()
  const entries = useQuery(auditQuery(search))
  const { page = 1, ...filters } = search
  const isNarrowed = Object.keys(filters).length > 0
  const look = (next: AuditSearch) => void navigate({ to: "/settings/audit", search: next })
  return (
    <Page title={text("audit.title")} lead={text("audit.lead")}>
      <Filters search={filters} onSearch={look} />
      <Loaded query={entries}>
        {({ _embedded: { entries: shown }, page: { totalPages, totalElements } }) => (
          <>
            {shown.length === 0 ? (
              <div className={pageStyles["empty"]}>
                <Notice icon={<ScrollText size={22} />} title={text(isNarrowed ? "audit.none.filter" : "audit.none")}>
                  {text(isNarrowed ? "audit.none.filter.more" : "audit.none.more")}
                </Notice>
              </div>
            ) : (
              <ol className={styles["log"]} aria-label={text("audit.title")}>
                {shown.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </ol>
            )}
            {totalPages > 1 && (
              <nav className={styles["pages"]} aria-label={text("audit.pages")}>
                <Button disabled={page <= 1} onClick={() => look({ ...filters, page: page - 1 })}>
                  {text("audit.newer")}
                </Button>
                <span>
                  {text("audit.page", {
                    page: numberText(page),
                    pages: numberText(totalPages),
                    all: numberText(totalElements),
                  })}
                </span>
                <Button disabled={page >= totalPages} onClick={() => look({ ...filters, page: page + 1 })}>
                  {text("audit.older")}
                </Button>
              </nav>
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Filters({ search, onSearch }: { search: AuditSearch; onSearch: (search: AuditSearch) => void }) {
  const { data: users = [] } = useQuery(usersQuery)
  const set = (change: { [Name in keyof AuditSearch]: AuditSearch[Name] | undefined }) =>
    onSearch(Object.fromEntries(Object.entries({ ...search, ...change }).filter(([, value]) => value)) as AuditSearch)
  return (
    <search className={styles["filters"]} aria-label={text("audit.filters")}>
      <SelectField
        label={text("audit.who")}
        value={String(search.user ?? "")}
        options={[
          { value: "", label: text("audit.who.any") },
          ...users.map((user) => ({ value: String(user.id), label: fullName(user) || (user.email ?? "") })),
        ]}
        onChange={(id) => set({ user: id === "" ? undefined : Number(id) })}
      />
      <SelectField
        label={text("audit.noun")}
        value={search.noun ?? ""}
        options={[
          { value: "" as AuditEntry["noun"] | "", label: text("audit.noun.any") },
          ...nouns.map((value) => ({ value, label: text(`audit.noun.${value}`).replace(/:$/, "") })),
        ]}
        onChange={(noun) => set({ noun: noun === "" ? undefined : noun })}
      />
      <TextField
        label={text("audit.since")}
        type="date"
        value={search.since ?? ""}
        onChange={(since) => set({ since })}
      />
      <TextField
        label={text("audit.until")}
        type="date"
        value={search.until ?? ""}
        onChange={(until) => set({ until })}
      />
      {Object.keys(search).length > 0 && <Button onClick={() => onSearch({})}>{text("audit.clear")}</Button>}
    </search>
  )
}
