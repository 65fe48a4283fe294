import { useNavigate, useParams, useSearch } from "@tanstack/react-router"
import { MessagesSquare } from "lucide-react"
import { lazy, Suspense, useEffect, useState } from "react"
import { selection } from "../bulk/selection.ts"
import { useStore } from "../desk/store.ts"
import { keyOf } from "../keyboard/keymap.ts"
import { useShortcut } from "../keyboard/shortcuts.ts"
import { ConversationList } from "../lists/ConversationList.tsx"
import { cursor, useMoves } from "../lists/cursor.ts"
import { readListKey } from "../lists/list-key.ts"
import { type ListView, sortStore } from "../lists/pages.ts"
import { text } from "../messages/text.ts"
import { Navigation } from "../navigation/Navigation.tsx"
import { Notice } from "../parts/Notice.tsx"
import { useMe } from "../session/session.ts"
import styles from "./InboxScreen.module.css"
import { ListWidth, useListWidth } from "./ListWidth.tsx"
import { useDetailsShown } from "./panes.ts"

// Not in the first picture, and there before anybody asks for them.
const loadOpened = () => import("./opened.ts")
const ConversationPane = lazy(async () => ({ default: (await loadOpened()).ConversationPane }))
const Details = lazy(async () => ({ default: (await loadOpened()).Details }))
const RecentStrip = lazy(async () => ({ default: (await loadOpened()).RecentStrip }))
const Bulk = lazy(() => import("../bulk/Bulk.tsx").then((loaded) => ({ default: loaded.Bulk })))
const AskingDialogs = lazy(() =>
  import("../conversations/AskingDialogs.tsx").then((loaded) => ({ default: loaded.AskingDialogs })),
)

/** The four panes: navigation, list, conversation, details. */
export function InboxScreen() {
  const me = useMe()
  const { list: named, conversationId } = useParams({ strict: false })
  const beside = useSearch({ strict: false }).list
  const list = readListKey(named) ?? beside ?? "all"
  const openId = conversationId === undefined ? undefined : Number(conversationId)
  const view: ListView = { list, sort: useStore(sortStore), myId: me.id }
  const [navigationOpen, setNavigationOpen] = useState(false)
  const [detailsShown, setDetailsShown] = useDetailsShown()
  const [width, setWidth] = useListWidth()

  useEffect(() => {
    // Told where it is needed, should it not come now.
    loadOpened().catch(() => {})
  }, [])
  useInboxKeys(view, openId)
  useShortcut("details", () => setDetailsShown(!detailsShown), openId !== undefined)

  return (
    <div
      className={styles["screen"]}
      data-open={openId === undefined ? "list" : "conversation"}
      data-details={detailsShown && openId !== undefined ? "shown" : "hidden"}
      style={{ "--list-width": `${width}px` } as React.CSSProperties}
    >
      <a className={styles["skip"]} href="#conversation">
        {text("app.skip")}
      </a>
      <Navigation list={list} open={navigationOpen} onClose={() => setNavigationOpen(false)} />
      <main className={styles["main"]}>
        <ConversationList view={view} openId={openId} onNavigation={() => setNavigationOpen(true)} />
        <ListWidth width={width} onChange={setWidth} />
        <section
          id="conversation"
          className={styles["conversation"]}
          aria-label={text("conversation.label")}
          tabIndex={-1}
        >
          {openId === undefined ? (
            <Notice icon={<MessagesSquare size={22} />} title={text("conversation.none.title")}>
              {text("conversation.none", { next: keyOf("next").toUpperCase() })}
            </Notice>
          ) : (
            <Suspense>
              <RecentStrip openId={openId} />
              <ConversationPane
                key={openId}
                id={openId}
                view={view}
                detailsShown={detailsShown}
                onDetails={() => setDetailsShown(!detailsShown)}
              />
            </Suspense>
          )}
        </section>
        <Suspense>
          <Bulk view={view} />
          <AskingDialogs />
        </Suspense>
      </main>
      {openId !== undefined && detailsShown && (
        <Suspense>
          <Details key={openId} conversationId={openId} onClose={() => setDetailsShown(false)} />
        </Suspense>
      )}
    </div>
  )
}

function useInboxKeys(view: ListView, openId: number | undefined): void {
  const navigate = useNavigate()
  const { move } = useMoves(view, openId)
  const pointed = useStore(cursor)
  const selects = useStore(selection) !== undefined
  const toList = (list: string) => void navigate({ to: "/list/$list", params: { list } })
  useShortcut("next", () => void move(1))
  useShortcut("previous", () => void move(-1))
  useShortcut("open", () => document.querySelector<HTMLElement>("[data-pointed]")?.click(), pointed !== undefined)
  useShortcut("back", () => toList(view.list), openId !== undefined && !selects)
  useShortcut("goMine", () => toList("mine"))
  useShortcut("goUnassigned", () => toList("unassigned"))
  useShortcut("goAll", () => toList("all"))
}
