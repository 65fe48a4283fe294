import type { Conversation } from "@deskhand/sdk/client"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useEffect, useRef } from "react"
import { desk } from "../../data/client.ts"
import { useConversation } from "../../data/conversations/cache.ts"
import { nameOf } from "../../data/people.ts"
import { useMe } from "../../data/session.ts"
import { useStore } from "../../data/store.ts"
import { text } from "../../messages/text.ts"
import styles from "./RecentStrip.module.css"
import { afterSeeing, readRecent, recentStoreOf } from "./recent-conversations.ts"

/** The way back to what was open before, and a sign where something has happened there meanwhile. */
export function RecentStrip({ openId }: { openId: number }) {
  const store = recentStoreOf(useMe().id)
  const opened = readRecent(useStore(store)).filter(({ id }) => id !== openId)
  useSeeing(openId)
  const ids = opened.map(({ id }) => id).sort((a, b) => a - b)
  const { data } = useQuery({
    queryKey: ["list", "recent", ids],
    queryFn: () =>
      desk.conversations.list({ query: `(${ids.map((id) => `id:${id}`).join(" OR ")})`, status: "all", size: 25 }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  const found = new Map(data?._embedded.conversations.map((conversation) => [conversation.id, conversation]))
  const shown = opened.flatMap(({ id, seen }) => {
    const conversation = found.get(id)
    return conversation ? [{ conversation, isNew: conversation.userUpdatedAt > seen }] : []
  })
  if (shown.length === 0) return null
  return (
    <nav aria-label={text("recent.label")}>
      <ul className={styles["strip"]}>
        {shown.map((entry) => (
          <Recent key={entry.conversation.id} {...entry} />
        ))}
      </ul>
    </nav>
  )
}

function Recent({ conversation, isNew }: { conversation: Conversation; isNew: boolean }) {
  const { id, number, subject, primaryCustomer } = conversation
  return (
    <li>
      <Link
        className={styles["recent"] ?? ""}
        to="/conversation/$conversationId/$number"
        params={{ conversationId: String(id), number: String(number) }}
        search={(before) => before}
        title={`${nameOf(primaryCustomer)}: ${subject}`}
      >
        {isNew && (
          <span className={styles["dot"]}>
            <span className="visually-hidden">{text("recent.new")} </span>
          </span>
        )}
        <span className={styles["name"]}>{subject || text("list.noSubject")}</span>
      </Link>
    </li>
  )
}

/** Notes the open conversation as opened, and everything that changes in it as seen. */
function useSeeing(openId: number): void {
  const store = recentStoreOf(useMe().id)
  const { data } = useConversation(openId)
  const noted = useRef<number>(undefined)
  const { id, userUpdatedAt: seen } = data ?? {}
  useEffect(() => {
    if (id === undefined || seen === undefined || id !== openId) return
    const isOpened = noted.current !== id
    noted.current = id
    store.set((kept) => afterSeeing(kept, { id, seen }, isOpened))
  }, [store, openId, id, seen])
}
