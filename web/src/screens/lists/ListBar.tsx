import { ChevronDown, RefreshCw } from "lucide-react"
import { type ListKey, type Sort, sortsOf } from "../../data/lists/list-key.ts"
import type { Rows } from "../../data/lists/rows.ts"
import { useSort } from "../../data/lists/sorts.ts"
import { roundedEstimate } from "../../messages/numbers.ts"
import { text } from "../../messages/text.ts"
import { useShortcut } from "../../ui/keyboard/shortcuts.ts"
import { Button, IconButton } from "../../ui/parts/Button.tsx"
import { Menu, MenuChoice, MenuHeading } from "../../ui/parts/Menu.tsx"
import styles from "./ListBar.module.css"

interface ListBarProps {
  list: ListKey
  rows: Rows
  onRefresh: () => void
}

/** What the list is ordered by and how many it has, or what has come since; always as high, so that rows stay where they are. */
export function ListBar({ list, rows, onRefresh }: ListBarProps) {
  const { count } = rows.added
  useShortcut("refreshList", onRefresh, rows.count !== undefined)
  return (
    <div className={styles["bar"]}>
      <SortMenu list={list} />
      <span className={styles["news"]} role="status">
        {count > 0 ? (
          <Button look="quiet" shortcut="refreshList" className={styles["new"] ?? ""} onClick={onRefresh}>
            <span className={styles["long"]}>{text("list.new", { count })}</span>
            <span className={styles["short"]} aria-hidden>
              {text("list.new.short", { count })}
            </span>
          </Button>
        ) : null}
      </span>
      {count === 0 && <span className={styles["total"]}>{totalOf(rows)}</span>}
      {count === 0 && rows.isChanged && (
        <IconButton
          label={text("list.refresh")}
          icon={<RefreshCw size={13} />}
          shortcut="refreshList"
          onClick={onRefresh}
        />
      )}
    </div>
  )
}

function totalOf({ total, estimated }: Rows): string | undefined {
  if (total === undefined) return undefined
  return estimated ? text("list.estimate", { count: roundedEstimate(total) }) : text("list.total", { count: total })
}

function SortMenu({ list }: { list: ListKey }) {
  const [sort, choose] = useSort(list)
  const order = text(`list.sort.${sort}`)
  return (
    <Menu
      trigger={
        <Button look="quiet" className={styles["sort"] ?? ""} aria-label={text("list.sorted", { order })}>
          {order} <ChevronDown size={13} />
        </Button>
      }
    >
      <MenuHeading>{text("list.sort")}</MenuHeading>
      <MenuChoice<Sort>
        value={sort}
        onChange={choose}
        choices={sortsOf(list).map((value) => ({ value, label: text(`list.sort.${value}`) }))}
      />
    </Menu>
  )
}
