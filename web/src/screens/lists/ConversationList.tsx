import type { View } from "@deskhand/sdk/client"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { useVirtualizer } from "@tanstack/react-virtual"
import { Inbox, Menu as MenuIcon, PartyPopper, SearchX } from "lucide-react"
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react"
import { useUnread } from "../../data/conversations/unread.ts"
import { useInboxes } from "../../data/inboxes.ts"
import { cursor, useMoves } from "../../data/lists/cursor.ts"
import { folderOf, idIn, isOurs, type ListKey, searchIn } from "../../data/lists/list-key.ts"
import { isUnavailable } from "../../data/lists/marks.ts"
import { forgetOrder, indexOf } from "../../data/lists/order.ts"
import { type ListView, pageSize } from "../../data/lists/pages.ts"
import { useRows } from "../../data/lists/rows.ts"
import { clearSelection, selection } from "../../data/lists/selection.ts"
import { assigneesQuery, nameOf } from "../../data/people.ts"
import { useStore } from "../../data/store.ts"
import { tellFailure } from "../../data/toasts.ts"
import { viewsQuery } from "../../data/views.ts"
import { text } from "../../messages/text.ts"
import { Button, IconButton } from "../../ui/parts/Button.tsx"
import { Failure, Notice } from "../../ui/parts/Notice.tsx"
import { usePageTitle } from "../../ui/parts/page-title.ts"
import { folderName } from "../navigation/folders.tsx"
import { UnreadMark } from "../notifications/NotificationBell.tsx"
import { FilterBar } from "../search/filters/FilterBar.tsx"
import { problemOf } from "../search/problem.ts"
import { SearchHighlight } from "../search/SearchHighlight.tsx"
import { NothingFound, UnreadableSearch } from "../search/SearchNotices.tsx"
import { SaveView } from "../views/SaveView.tsx"
import { ViewMenu } from "../views/ViewMenu.tsx"
import styles from "./ConversationList.module.css"
import { ConversationRow, RowSkeleton, rowHeight } from "./ConversationRow.tsx"
import { useCursorKeys } from "./cursor-keys.ts"
import { ListBar } from "./ListBar.tsx"
import { MailBanner } from "./MailBanner.tsx"
import { useSelectionKeys } from "./selection-keys.ts"

interface ConversationListProps {
  view: ListView
  openId: number | undefined
  onNavigation: () => void
}

/** As many as fill a screen, while nobody knows how many there are. */
const skeletonRows = 14

/** The desk shows no more rows of a text search. */
const deepestRow = 10_000

export function ConversationList({ view, openId, onNavigation }: ConversationListProps) {
  const { title, isMissing = false } = useListName(view.list)
  const query = searchIn(view.list)
  usePageTitle(openId === undefined ? title : undefined)
  const Heading = openId === undefined ? "h1" : "h2"
  const scroller = useRef<HTMLDivElement>(null)
  const [range, setRange] = useState({ from: 0, to: pageSize - 1 })
  const rows = useRows(view, range.from, range.to)
  const virtualizer = useVirtualizer({
    count: Math.min(rows.count ?? skeletonRows, searchIn(view.list) === undefined ? Infinity : deepestRow),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  })
  const items = virtualizer.getVirtualItems()
  const from = items[0]?.index ?? 0
  const to = items.at(-1)?.index ?? 0
  useLayoutEffect(() => setRange({ from, to }), [from, to])
  const pointed = useStore(cursor)
  const pointedIndex = pointed?.list === view.list ? pointed.index : undefined
  const { move } = useMoves(view, openId)
  const selected = useStore(selection)
  const { rangeTo } = useSelectionKeys(view, {
    ...(openId !== undefined && { openId }),
    ...(rows.total !== undefined && { total: rows.total }),
  })
  useCursorKeys(view, { rows, openId })
  const unread = useUnread(rows.pages)
  const queryClient = useQueryClient()
  const refresh = async () => {
    const { first } = rows.added
    await rows.refresh()
    const index = first === undefined ? undefined : indexOf(queryClient, view, first)
    if (index !== undefined) virtualizer.scrollToIndex(index, { align: "auto" })
  }
  const isFilled = rows.count === 0 && rows.added.count > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: there is no order to keep in an empty list
  useEffect(() => {
    if (isFilled) void refresh().catch(tellFailure)
  }, [isFilled])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top
  useEffect(() => {
    scroller.current?.scrollTo(0, 0)
    return () => {
      clearSelection()
      forgetOrder(queryClient, view)
    }
  }, [view.list, view.sort])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever reads the list is not led away because a row has moved
  useEffect(() => {
    if (pointedIndex !== undefined) virtualizer.scrollToIndex(pointedIndex, { align: "auto" })
  }, [pointed?.id, pointedIndex === undefined, virtualizer])

  const arrows = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return
    event.preventDefault()
    void move(event.key === "ArrowDown" ? 1 : -1)
  }

  return (
    <section id="list" className={styles["list"]} aria-label={text("list.label")} tabIndex={-1}>
      <header className={styles["header"]}>
        <IconButton
          className={styles["menu"] ?? ""}
          label={text("nav.open")}
          icon={
            <UnreadMark>
              <MenuIcon size={17} />
            </UnreadMark>
          }
          onClick={onNavigation}
        />
        <Heading>{title}</Heading>
        <ListTools view={view} />
      </header>
      {query !== undefined && !problemOf(rows.error) && <FilterBar query={query} />}
      <ListBar list={view.list} rows={rows} onRefresh={() => void refresh().catch(tellFailure)} />
      <MailBanner list={view.list} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows go from row to row, as j and k do */}
      <div ref={scroller} className={styles["scroller"]} onKeyDown={arrows}>
        {rows.error && rows.count === undefined ? (
          <ListFailure list={view.list} error={rows.error} retry={rows.retry} />
        ) : null}
        {isMissing ? <MissingList /> : rows.count === 0 && <EmptyList list={view.list} />}
        {!rows.error && rows.count !== 0 && !isMissing && (
          <SearchHighlight list={view.list}>
            <ul
              className={styles["rows"]}
              style={{ height: virtualizer.getTotalSize() }}
              aria-busy={rows.count === undefined}
            >
              {items.map(({ index, start }) => {
                const row = rows.count === undefined ? undefined : rows.at(index)
                const conversation = row?.conversation
                const isPointed = pointed?.list === view.list && pointed.id === conversation?.id
                return (
                  <li
                    key={index}
                    className={styles["row"]}
                    style={{ transform: `translateY(${start}px)`, height: rowHeight }}
                    {...(rows.count !== undefined && { "aria-setsize": rows.count, "aria-posinset": index + 1 })}
                  >
                    {conversation ? (
                      <ConversationRow
                        conversation={conversation}
                        index={index}
                        list={view.list}
                        sort={view.sort}
                        mark={row.mark}
                        isUnread={unread.has(conversation.id)}
                        isOpen={conversation.id === openId}
                        isPointed={isPointed}
                        takeFocusRequest={isPointed && openId === undefined}
                        isSelected={
                          selected !== undefined &&
                          !isUnavailable(row.mark) &&
                          ((selected.all !== undefined && row.mark === undefined) || selected.ids.has(conversation.id))
                        }
                        selects={selected !== undefined}
                        onRange={rangeTo}
                      />
                    ) : (
                      <RowSkeleton />
                    )}
                  </li>
                )
              })}
            </ul>
          </SearchHighlight>
        )}
      </div>
    </section>
  )
}

interface ListName {
  title: string
  /** Nothing that the viewer may see has this key. */
  isMissing?: boolean
}

function useListName(list: ListKey): ListName {
  const { inboxes } = useInboxes()
  const viewId = idIn("view", list)
  const { data: views } = useQuery({ ...viewsQuery, enabled: viewId !== undefined })
  const teamId = idIn("team", list)
  const { data: people } = useQuery({ ...assigneesQuery, enabled: teamId !== undefined })
  if (isOurs(list)) return { title: text(`nav.${list}`) }
  const query = searchIn(list)
  if (query !== undefined) return { title: text("search.title", { query }) }
  if (viewId !== undefined) return nameIn(views, viewId, ({ name }) => name)
  if (teamId !== undefined) return nameIn(people, teamId, nameOf)
  const folder = folderOf(list)
  const inboxId = folder?.inboxId ?? idIn("inbox", list) ?? 0
  const inbox = nameIn(inboxes, inboxId, ({ name }) => name)
  if (!folder || inbox.isMissing) return inbox
  const folders = inboxes?.find(({ id }) => id === inboxId)?.folders
  return nameIn(folders, folder.folderId, folderName)
}

/** Until they have been read nobody knows whether it is among them. */
function nameIn<One extends { id: number }>(
  all: readonly One[] | undefined,
  wanted: number,
  name: (one: One) => string,
): ListName {
  const found = all?.find(({ id }) => id === wanted)
  if (found) return { title: name(found) }
  return all ? { title: text("list.missing.title"), isMissing: true } : { title: text("list.label") }
}

function ListTools({ view }: { view: ListView }) {
  const query = searchIn(view.list)
  const saved = useView(view.list)
  if (query !== undefined) return <SaveView view={view} query={query} />
  return saved ? <ViewMenu view={saved} list={view.list} /> : null
}

function useView(list: ListKey): View | undefined {
  const wanted = idIn("view", list)
  return useQuery({ ...viewsQuery, enabled: wanted !== undefined }).data?.find(({ id }) => id === wanted)
}

function ListFailure({ list, error, retry }: { list: ListKey; error: unknown; retry: () => void }) {
  const query = searchIn(list)
  const problem = problemOf(error)
  if (query !== undefined && problem) return <UnreadableSearch query={query} problem={problem} />
  return <Failure error={error} retry={retry} />
}

/** A list that was deleted, or that the viewer may not see. */
function MissingList() {
  return (
    <Notice
      icon={<SearchX size={22} />}
      title={text("list.missing.title")}
      action={<Link to="/">{text("notFound.action")}</Link>}
    >
      {text("list.missing")}
    </Notice>
  )
}

function EmptyList({ list }: { list: ListKey }) {
  const navigate = useNavigate()
  const query = searchIn(list)
  if (query !== undefined) return <NothingFound query={query} />
  if (list === "mine")
    return (
      <Notice
        icon={<PartyPopper size={22} />}
        title={text("list.empty.mine.title")}
        action={
          <Button onClick={() => void navigate({ to: "/list/$list", params: { list: "unassigned" } })}>
            {text("list.empty.mine.action")}
          </Button>
        }
      >
        {text("list.empty.mine")}
      </Notice>
    )
  const isUnassigned = list === "unassigned"
  return (
    <Notice
      icon={isUnassigned ? <PartyPopper size={22} /> : <Inbox size={22} />}
      title={text(isUnassigned ? "list.empty.unassigned.title" : "list.empty.title")}
    >
      {text(isUnassigned ? "list.empty.unassigned" : "list.empty.folder")}
    </Notice>
  )
}
