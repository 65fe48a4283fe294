import { useQuery } from "@tanstack/react-query"
import { RotateCw } from "lucide-react"
import { type ReactNode, useState } from "react"
import { inboxesQuery } from "../../../data/inboxes.ts"
import { text } from "../../../messages/settings.ts"
import { SelectField, TextField } from "../../../ui/form/fields.tsx"
import { Button, IconButton } from "../../../ui/parts/Button.tsx"
import { Page } from "../page/Page.tsx"
import { useRefresh } from "../page/refresh.ts"
import styles from "./Ledger.module.css"
import { LedgerTabs } from "./LedgerTabs.tsx"
import type { LedgerSearch } from "./search.ts"

interface LedgerFrameProps {
  /** Which of the lists it is. */
  tab: string
  search: LedgerSearch
  onSearch: (change: Partial<LedgerSearch> | undefined) => void
  /** What an address is looked for in. */
  addressLabel: string
  /** What else there is to choose by. */
  filter: ReactNode
  children: ReactNode
}

/** What both lists of mail have in common. */
export function LedgerFrame({ tab, search, onSearch, addressLabel, filter, children }: LedgerFrameProps) {
  const { data: inboxes = [] } = useQuery(inboxesQuery)
  const refresh = useRefresh()
  const isNarrowed = Object.keys(search).length > 0
  return (
    <Page title={text("ledger.title")} lead={text("ledger.lead")} tab={tab}>
      <LedgerTabs />
      <search className={styles["filters"]} aria-label={text("ledger.filters")}>
        {filter}
        <SelectField
          label={text("ledger.inbox")}
          value={String(search.inbox ?? "")}
          options={[
            { value: "", label: text("ledger.inbox.any") },
            ...inboxes.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(id) => onSearch({ inbox: id === "" ? undefined : Number(id) } as Partial<LedgerSearch>)}
        />
        <AddressFilter
          key={search.address ?? ""}
          label={addressLabel}
          address={search.address ?? ""}
          onFind={(address) => onSearch({ address })}
        />
        <div className={styles["acts"]}>
          {isNarrowed && <Button onClick={() => onSearch(undefined)}>{text("ledger.clear")}</Button>}
          <IconButton
            label={text("ledger.refresh")}
            icon={<RotateCw size={15} />}
            onClick={() => void refresh(["ledger"])}
          />
        </div>
      </search>
      {children}
    </Page>
  )
}

interface AddressFilterProps {
  label: string
  address: string
  onFind: (address: string) => void
}

function AddressFilter({ label, address, onFind }: AddressFilterProps) {
  const [typed, setTyped] = useState(address)
  return (
    <form
      className={styles["address"]}
      onSubmit={(event) => {
        event.preventDefault()
        onFind(typed.trim())
      }}
    >
      <TextField
        label={label}
        type="search"
        placeholder={text("ledger.address.placeholder")}
        value={typed}
        onChange={setTyped}
      />
      <Button type="submit">{text("ledger.find")}</Button>
    </form>
  )
}
