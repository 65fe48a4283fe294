import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { SearchX } from "lucide-react"
import { useEffect } from "react"
import { statusOf } from "../../data/client.ts"
import { useConversation } from "../../data/conversations/cache.ts"
import { prefetchConversation } from "../../data/conversations/prefetch.ts"
import { useReading } from "../../data/conversations/unread.ts"
import { fetchRow, indexOf } from "../../data/lists/order.ts"
import type { ListView } from "../../data/lists/pages.ts"
import { useReadOnOpen } from "../../data/notifications/notifications.ts"
import { useTellPresence } from "../../data/presence/own.ts"
import { text } from "../../messages/text.ts"
import { Button } from "../../ui/parts/Button.tsx"
import { Failure, Notice } from "../../ui/parts/Notice.tsx"
import { usePageTitle } from "../../ui/parts/page-title.ts"
import { Skeleton } from "../../ui/parts/Skeleton.tsx"
import { Composer } from "../composer/Composer.tsx"
import { ThreadList } from "../threads/ThreadList.tsx"
import { ConversationHeader } from "./ConversationHeader.tsx"
import styles from "./ConversationPane.module.css"
import { OtherOpenBanner } from "./OtherOpenBanner.tsx"

interface ConversationPaneProps {
  id: number
  view: ListView
  detailsShown: boolean
  onDetails: () => void
}

export function ConversationPane({ id, view, detailsShown, onDetails }: ConversationPaneProps) {
  const { data: conversation, error, refetch } = useConversation(id)
  const navigate = useNavigate()
  usePageTitle(
    conversation &&
      text("conversation.pageTitle", {
        subject: conversation.subject || text("list.noSubject"),
        number: String(conversation.number),
      }),
  )
  useNeighbours(view, id)
  useTellPresence(id)
  useReading(id)
  useReadOnOpen(id)
  useEffect(() => {
    // What was merged into another is shown there.
    if (conversation && conversation.id !== id)
      void navigate({
        to: "/conversation/$conversationId/$number",
        params: { conversationId: String(conversation.id), number: String(conversation.number) },
        search: { list: view.list },
        replace: true,
      })
  }, [conversation, id, navigate, view.list])

  if (!conversation && statusOf(error) === 404) return <Missing />
  if (!conversation && error) return <Failure error={error} retry={() => void refetch()} />
  if (!conversation)
    return (
      <div className={styles["loading"]}>
        <Skeleton lines={["middle", "short"]} />
        <Skeleton lines={["long", "long", "middle"]} />
      </div>
    )
  return (
    <>
      <ConversationHeader
        key={`header-${id}`}
        conversation={conversation}
        view={view}
        detailsShown={detailsShown}
        onDetails={onDetails}
      />
      <OtherOpenBanner key={`others-${id}`} conversation={conversation} />
      <ThreadList key="threads" conversationId={id} />
      <Composer key={`composer-${id}`} conversation={conversation} view={view} />
    </>
  )
}

function Missing() {
  const navigate = useNavigate()
  usePageTitle(text("conversation.missing.title"))
  return (
    <Notice
      level={1}
      icon={<SearchX size={22} />}
      title={text("conversation.missing.title")}
      action={<Button onClick={() => void navigate({ to: "/" })}>{text("conversation.missing.action")}</Button>}
    >
      {text("conversation.missing")}
    </Notice>
  )
}

/** The next two are fetched in advance. */
function useNeighbours({ list, sort, myId }: ListView, id: number): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const view = { list, sort, myId }
    const index = indexOf(queryClient, view, id)
    if (index === undefined) return
    for (const step of [1, 2])
      void fetchRow(queryClient, view, index + step)
        .then((row) => row && prefetchConversation(queryClient, row.id))
        .catch(() => {})
  }, [queryClient, list, sort, myId, id])
}
