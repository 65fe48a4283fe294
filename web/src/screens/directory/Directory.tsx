import { useVirtualizer } from "@tanstack/react-virtual"
import { ArrowDownWideNarrow, ChevronDown, Search, X } from "lucide-react"
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react"
import { usePause } from "../../data/typing.ts"
import { roundedEstimate } from "../../messages/numbers.ts"
import { text } from "../../messages/people.ts"
import { keyOf } from "../../ui/keyboard/keymap.ts"
import { useShortcut } from "../../ui/keyboard/shortcuts.ts"
import { Button } from "../../ui/parts/Button.tsx"
import { Keys } from "../../ui/parts/Keys.tsx"
import { Menu, MenuChoice, MenuHeading } from "../../ui/parts/Menu.tsx"
import { Failure } from "../../ui/parts/Notice.tsx"
import { usePageTitle } from "../../ui/parts/page-title.ts"
import { Skeleton } from "../../ui/parts/Skeleton.tsx"
import styles from "./Directory.module.css"
import { type Listing, pageSize, useListing } from "./listing.ts"
import { NavigationButton } from "./NavigationButton.tsx"

interface DirectoryProps<Item, Sort extends string> {
  title: string
  /** How many there are, or were found. */
  count: (total: number) => string
  searchLabel: string
  wanted: string
  onWanted: (wanted: string) => void
  sort: Sort
  sorts: readonly { value: Sort; label: string }[]
  onSort: (sort: Sort) => void
  listing: Listing<Item>
  row: (item: Item, settled: boolean) => ReactNode
  /** What stands there where nobody does. */
  empty: ReactNode
  /** Makes a new one. */
  action: ReactNode
}

export const rowHeight = 60
/** As many as fill a screen, while nobody knows how many there are. */
const skeletonRows = 14

/** A long list with a box to find somebody in it, and an order to choose. */
export function Directory<Item, Sort extends string>(props: DirectoryProps<Item, Sort>) {
  const { title, count, listing, row, empty, action, sort, sorts, onSort } = props
  usePageTitle(title)
  const scroller = useRef<HTMLDivElement>(null)
  const range = useRef({ from: 0, to: pageSize - 1 })
  const rows = useListing(listing, range.current.from, range.current.to)
  const virtualizer = useVirtualizer({
    count: rows.total ?? skeletonRows,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  const items = virtualizer.getVirtualItems()
  range.current = { from: items[0]?.index ?? 0, to: items.at(-1)?.index ?? 0 }
  const name = JSON.stringify(listing.queryKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top
  useEffect(() => {
    scroller.current?.scrollTo(0, 0)
  }, [name])
  return (
    <>
      <header className={styles["header"]}>
        <NavigationButton />
        <h1>{title}</h1>
        <span className={styles["total"]} role="status">
          {rows.total !== undefined &&
            (rows.estimated
              ? text("people.found.estimate", { count: roundedEstimate(rows.total) })
              : count(rows.total))}
        </span>
        {action}
      </header>
      <div className={styles["tools"]}>
        <SearchField {...props} onDown={() => focusRow(scroller.current, 0)} />
        <Menu
          align="end"
          trigger={
            <Button aria-label={text("people.sortedBy", { sort: labelOf(sorts, sort) })}>
              <ArrowDownWideNarrow size={15} aria-hidden /> <span>{labelOf(sorts, sort)}</span>
              <ChevronDown size={13} aria-hidden />
            </Button>
          }
        >
          <MenuHeading>{text("people.sort")}</MenuHeading>
          <MenuChoice value={sort} onChange={onSort} choices={sorts} />
        </Menu>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows go from row to row, as Tab does */}
      <div ref={scroller} className={styles["scroller"]} onKeyDown={(event) => walk(event, scroller.current)}>
        {rows.error && rows.total === undefined ? <Failure error={rows.error} retry={rows.retry} /> : null}
        {rows.total === 0 && !rows.isOld && empty}
        {!rows.error && rows.total !== 0 && (
          <ul
            className={styles["rows"]}
            style={{ height: virtualizer.getTotalSize() }}
            aria-label={title}
            aria-busy={rows.total === undefined || rows.isOld}
          >
            {items.map(({ index, start }) => {
              const item = rows.at(index)
              return (
                <li
                  key={index}
                  className={styles["row"]}
                  style={{ transform: `translateY(${start}px)`, height: rowHeight }}
                  {...(rows.total !== undefined && { "aria-setsize": rows.total, "aria-posinset": index + 1 })}
                >
                  {item ? row(item, !virtualizer.isScrolling) : <RowSkeleton />}
                </li>
              )
            })}
          </ul>
        )}
      </div>
    </>
  )
}

function labelOf<Sort extends string>(sorts: readonly { value: Sort; label: string }[], sort: Sort): string {
  return sorts.find(({ value }) => value === sort)?.label ?? ""
}

/** Found while it is typed; the address follows. */
function SearchField<Item, Sort extends string>(
  props: Pick<DirectoryProps<Item, Sort>, "searchLabel" | "wanted" | "onWanted"> & { onDown: () => void },
) {
  const { searchLabel, wanted, onWanted, onDown } = props
  const box = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(wanted)
  const said = useRef(wanted)
  const paused = usePause(typed)
  useShortcut("search", () => box.current?.focus())
  useEffect(() => {
    if (paused.trim() === said.current) return
    said.current = paused.trim()
    onWanted(said.current)
  })
  useEffect(() => {
    if (wanted === said.current) return
    said.current = wanted
    setTyped(wanted)
  }, [wanted])
  const hear = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") onDown()
    else if (event.key === "Escape" && typed !== "") setTyped("")
    else if (event.key === "Escape") box.current?.blur()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <search className={styles["search"]}>
      <Search size={15} aria-hidden />
      <input
        ref={box}
        type="text"
        value={typed}
        placeholder={searchLabel}
        aria-label={searchLabel}
        aria-keyshortcuts={keyOf("search")}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={hear}
      />
      {typed === "" ? (
        <Keys keys={keyOf("search")} />
      ) : (
        <button type="button" aria-label={text("search.clear")} onClick={() => setTyped("")}>
          <X size={14} aria-hidden />
        </button>
      )}
    </search>
  )
}

function RowSkeleton() {
  return (
    <div className={styles["skeleton"]}>
      <Skeleton lines={["middle", "short"]} />
    </div>
  )
}

/** Arrows lead from one row to the next. */
function walk(event: KeyboardEvent, scroller: HTMLElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const at = event.target instanceof Element ? event.target.closest("li") : null
  if (step === undefined || !at) return
  event.preventDefault()
  focusRow(scroller, Number(at.ariaPosInSet) - 1 + step)
}

function focusRow(scroller: HTMLElement | null, index: number): void {
  scroller?.querySelector<HTMLElement>(`li[aria-posinset="${index + 1}"] a`)?.focus()
}
