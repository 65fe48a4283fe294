import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { text } from "../../../messages/settings.ts"
import { Button } from "../../../ui/parts/Button.tsx"
import pageStyles from "../page/Page.module.css"
import { Loaded } from "../page/Page.tsx"

interface LedgerListProps<Page, Item> {
  /** What is listed, for screen readers. */
  label: string
  query: UseInfiniteQueryResult<InfiniteData<Page>>
  itemsOf: (page: Page) => readonly Item[]
  /** What stands there where there are none. */
  empty: ReactNode
  children: (item: Item) => ReactNode
}

/** Mail, newest first; what is older comes when it is asked for. */
export function LedgerList<Page, Item extends { id: number }>({
  label,
  query,
  itemsOf,
  empty,
  children,
}: LedgerListProps<Page, Item>) {
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = query
  return (
    <>
      <Loaded query={query}>
        {({ pages }) => {
          const items = pages.flatMap(itemsOf)
          if (items.length === 0) return <div className={pageStyles["empty"]}>{empty}</div>
          return (
            <ul className={pageStyles["rows"]} aria-label={label}>
              {items.map((item) => (
                <li key={item.id} className={pageStyles["row"]}>
                  {children(item)}
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
      {hasNextPage && (
        <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {text("ledger.older")}
        </Button>
      )}
    </>
  )
}
