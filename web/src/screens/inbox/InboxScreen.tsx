import { useNavigate, useParams, useSearch } from "@tanstack/react-router"
import { MessagesSquare } from "lucide-react"
import { useEffect, useState } from "react"
import { cursor, useMoves } from "../../data/lists/cursor.ts"
import { readListKey } from "../../data/lists/list-key.ts"
import type { ListView } from "../../data/lists/pages.ts"
import { selection } from "../../data/lists/selection.ts"
import { useSort } from "../../data/lists/sorts.ts"
import { mayAnswer, useMe } from "../../data/session.ts"
import { useStore } from "../../data/store.ts"
import { text } from "../../messages/text.ts"
import { keyOf } from "../../ui/keyboard/keymap.ts"
import { useShortcut } from "../../ui/keyboard/shortcuts.ts"
import { lazyComponent } from "../../ui/parts/lazy-component.tsx"
import { NotFound } from "../../ui/parts/NotFound.tsx"
import { Notice } from "../../ui/parts/Notice.tsx"
import { Skeleton } from "../../ui/parts/Skeleton.tsx"
import { ConversationList } from "../lists/ConversationList.tsx"
import { Navigation } from "../navigation/Navigation.tsx"
import { Screen } from "../navigation/Screen.tsx"
import { NewConversationHost } from "../new-conversation/NewConversationHost.tsx"
import { newConversation } from "../new-conversation/request.ts"
import { RecentPlace } from "../recent/RecentPlace.tsx"
import styles from "./InboxScreen.module.css"
import { ListWidth, useListWidth } from "./ListWidth.tsx"
import { useDetailsPane } from "./panes.ts"

// A list is shown without them, and before anybody has chosen from it they are there.
const ConversationPane = lazyComponent(
  async () => (await import("../conversations/ConversationPane.tsx")).ConversationPane,
  () => (
    <div className={styles["loading"]}>
      <Skeleton lines={["middle", "short", "long", "long"]} />
    </div>
  ),
)
const Details = lazyComponent(async () => (await import("../details/Details.tsx")).Details)
const Bulk = lazyComponent(async () => (await import("../bulk/Bulk.tsx")).Bulk)
const CommandDialogs = lazyComponent(async () => (await import("../commands/CommandDialogs.tsx")).CommandDialogs)

export function InboxScreen() {
  const { list, conversationId } = useParams({ strict: false })
  const isList = list === undefined || readListKey(list) !== undefined
  const isConversation = conversationId === undefined || /^\d{1,15}$/.test(conversationId)
  return isList && isConversation ? <Panes /> : <NotFound />
}

/** The four panes: navigation, list, conversation, details. */
function Panes() {
  const me = useMe()
  const { list: named, conversationId } = useParams({ strict: false })
  const beside = useSearch({ strict: false }).list
  const list = readListKey(named) ?? beside ?? "all"
  const openId = conversationId === undefined ? undefined : Number(conversationId)
  const [sort] = useSort(list)
  const view: ListView = { list, sort, myId: me.id }
  const [navigationOpen, setNavigationOpen] = useState(false)
  const { docked, shown: detailsShown, show: setDetailsShown } = useDetailsPane()
  const [width, setWidth] = useListWidth()
  const answers = mayAnswer(me)
  const onNew = answers ? () => newConversation.set({}) : undefined
  useShortcut("newConversation", () => newConversation.set({}), answers)

  useEffect(ConversationPane.prepare, [])
  useEffect(Details.prepare, [])
  useInboxKeys(view, openId)
  useShortcut("details", () => setDetailsShown(!detailsShown), openId !== undefined)

  return (
    <Screen
      skips={[
        { to: "list", label: text("app.skip.list") },
        { to: "conversation", label: text("app.skip.conversation") },
      ]}
      className={styles["screen"]}
      data-open={openId === undefined ? "list" : "conversation"}
      data-docked={docked ? "yes" : "no"}
      data-details={detailsShown && openId !== undefined ? "shown" : "hidden"}
      style={{ "--list-width": `${width}px` } as React.CSSProperties}
    >
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
            <>
              <RecentPlace openId={openId} />
              <ConversationPane.Component
                id={openId}
                view={view}
                detailsShown={detailsShown}
                onDetails={() => setDetailsShown(!detailsShown)}
              />
            </>
          )}
        </section>
        <Bulk.Component view={view} />
        <CommandDialogs.Component />
        {answers && <NewConversationHost />}
      </main>
      {openId !== undefined && detailsShown && (
        <Details.Component key={openId} conversationId={openId} onClose={() => setDetailsShown(false)} />
      )}
    </Screen>
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
