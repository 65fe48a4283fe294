import { useInfiniteQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { BellOff, CheckCheck, Settings2 } from "lucide-react"
import type { KeyboardEvent } from "react"
import { useNow } from "../../data/clock.ts"
import {
  type Notification,
  notificationsQuery,
  useMarkRead,
  useUnread,
} from "../../data/notifications/notifications.ts"
import { tellFailure } from "../../data/toasts.ts"
import { dayHeading } from "../../messages/moments.ts"
import { text } from "../../messages/text.ts"
import { Button } from "../../ui/parts/Button.tsx"
import { Failure, Notice } from "../../ui/parts/Notice.tsx"
import { Skeleton } from "../../ui/parts/Skeleton.tsx"
import { NotificationRow } from "./NotificationRow.tsx"
import styles from "./Notifications.module.css"

export function NotificationPanel({ onClose }: { onClose: () => void }) {
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(notificationsQuery)
  const { total } = useUnread()
  const markRead = useMarkRead()
  const now = useNow()
  const found = data?.pages.flatMap(({ _embedded }) => _embedded.notifications)
  const read = (which: { ids?: number[]; all?: boolean }) =>
    void markRead(which).catch((error: unknown) => tellFailure(error))
  return (
    <>
      <header className={styles["header"]}>
        <h2>{text("notices.title")}</h2>
        <Button look="quiet" disabled={total === 0} onClick={() => read({ all: true })}>
          <CheckCheck size={15} aria-hidden /> {text("notices.readAll")}
        </Button>
        <Link
          to="/account/notifications"
          className={styles["settings"] ?? ""}
          aria-label={text("notices.settings")}
          title={text("notices.settings")}
          onClick={onClose}
        >
          <Settings2 size={16} aria-hidden />
        </Link>
      </header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows are a second way between its links */}
      <div className={styles["list"]} onKeyDown={moveByArrows}>
        {!found && !error && <Skeleton lines={["long", "middle", "long", "middle"]} />}
        {!found && error ? <Failure error={error} retry={() => void refetch()} /> : null}
        {found?.length === 0 && (
          <Notice icon={<BellOff size={22} />} title={text("notices.empty.title")}>
            {text("notices.empty")}
          </Notice>
        )}
        {groupByDay(found ?? [], now).map(({ day, notifications }) => (
          <section key={day} aria-label={day}>
            <h3>{day}</h3>
            <ul>
              {notifications.map((notification) => (
                <NotificationRow
                  key={notification.id}
                  notification={notification}
                  onOpen={() => {
                    if (!notification.readAt) read({ ids: [notification.id] })
                    onClose()
                  }}
                />
              ))}
            </ul>
          </section>
        ))}
        {hasNextPage && (
          <Button look="quiet" className={styles["more"] ?? ""} onClick={() => void fetchNextPage()}>
            {text("notices.more")}
          </Button>
        )}
      </div>
    </>
  )
}

/** They are in the order of time. */
function groupByDay(all: Notification[], now: number): { day: string; notifications: Notification[] }[] {
  const groups = Map.groupBy(all, ({ createdAt }) => dayHeading(createdAt, now))
  return [...groups].map(([day, notifications]) => ({ day, notifications }))
}

function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
  if (step === 0) return
  const links = [...event.currentTarget.querySelectorAll("a")]
  const place = links.indexOf(document.activeElement as HTMLAnchorElement)
  event.preventDefault()
  links[Math.min(links.length - 1, Math.max(0, place + step))]?.focus()
}
