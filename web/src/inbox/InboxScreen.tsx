import { useNavigate, useParams, useSearch } from "@tanstack/react-router"
import { MessagesSquare } from "lucide-react"
import { lazy, Suspense, useState } from "react"
import { selection } from "../bulk/selection.ts"
import { ConversationPane } from "../conversations/ConversationPane.tsx"
import { Details } from "../customers/Details.tsx"
import { useStore } from "../desk/store.ts"
import { keyOf } from "../keyboard/keymap.ts"
import { useShortcut } from "../keyboard/shortcuts.ts"
import { ConversationList } from "../lists/ConversationList.tsx"
import { cursor, useMoves } from "../lists/cursor.ts"
import { readListKey } from "../lists/list-key.ts"
import { type ListView, useSort } from "../lists/pages.ts"
import { text } from "../messages/text.ts"
import { Navigation } from "../navigation/Navigation.tsx"
import { useIcons } from "../navigation/width.ts"
import { Notice } from "../parts/Notice.tsx"
import { mayAnswer, useMe } from "../session/session.ts"
import styles from "./InboxScreen.module.css"
import { ListWidth, useListWidth } from "./ListWidth.tsx"
import { useDetailsShown } from "./panes.ts"

// Not in the first picture, and there before anybody asks for them.
const Bulk = lazy(() => import("../bulk/Bulk.tsx").then((loaded) => ({ default: loaded.Bulk })))
const AskingDialogs = lazy(() =>
  import("../conversations/AskingDialogs.tsx").then((loaded) => ({ default: loaded.AskingDialogs })),
)
const NewConversation = lazy(() =>
  import("../composer/NewConversation.tsx").then((loaded) => ({ default: loaded.NewConversation })),
)

/** The four panes: navigation, list, conversation, details. */
export function InboxScreen() {
  const me = useMe()
  const { list: named, conversationId } = useParams({ strict: false })
  const beside = useSearch({ strict: false }).list
  const list = readListKey(named) ?? beside ?? "all"
  const openId = conversationId === undefined ? undefined : Number(conversationId)
  const [sort] = useSort(list)
  const view: ListView = { list, sort, myId: me.id }
  const [navigationOpen, setNavigationOpen] = useState(false)
  const [detailsShown, setDetailsShown] = useDetailsShown()
  const [icons] = useIcons()
  const [width, setWidth] = useListWidth()
  const [isNew, setIsNew] = useState(false)
  const answers = mayAnswer(me)
  const onNew = answers ? () => setIsNew(true) : undefined
  useShortcut("newConversation", () => setIsNew(true), answers)

  useInboxKeys(view, openId)
  useShortcut("details", () => setDetailsShown(!detailsShown), openId !== undefined)

  return (
    <div
      className={styles["screen"]}
      data-navigation={icons ? "icons" : "names"}
      data-open={openId === undefined ? "list" : "conversation"}
      data-details={detailsShown && openId !== undefined ? "shown" : "hidden"}
      style={{ "--list-width": `${width}px` } as React.CSSProperties}
    >
      <a className={styles["skip"]} href="#conversation">
        {text("app.skip")}
      </a>
      <Navigation list={list} open={navigationOpen} onOpenChange={setNavigationOpen} onNew={onNew} />
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
            <ConversationPane
              key={openId}
              id={openId}
              view={view}
              detailsShown={detailsShown}
              onDetails={() => setDetailsShown(!detailsShown)}
            />
          )}
        </section>
        <Suspense>
          <Bulk view={view} />
          <AskingDialogs />
          {answers && <NewConversation open={isNew} onClose={() => setIsNew(false)} />}
        </Suspense>
      </main>
      {openId !== undefined && detailsShown && (
        <Details key={openId} conversationId={openId} onClose={() => setDetailsShown(false)} />
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
}
