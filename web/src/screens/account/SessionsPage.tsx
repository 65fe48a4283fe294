import type { OwnSession } from "@deskhand/sdk/client"
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query"
import { LogOut, Monitor, Smartphone } from "lucide-react"
import { desk } from "../../data/client.ts"
import { useNow } from "../../data/clock.ts"
import { tell, tellFailure } from "../../data/toasts.ts"
import { dateText, whenText, wholeMomentText } from "../../messages/moments.ts"
import { text } from "../../messages/text.ts"
import { Button } from "../../ui/parts/Button.tsx"
import { Failure } from "../../ui/parts/Notice.tsx"
import { Skeleton } from "../../ui/parts/Skeleton.tsx"
import styles from "./Account.module.css"

/** No event tells of signing in, so it is read anew whenever the page is opened. */
const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: () => Array.fromAsync(desk.sessions.all()),
  staleTime: 0,
})

export function SessionsPage() {
  const { data: sessions, error, refetch } = useQuery(sessionsQuery)
  const queryClient = useQueryClient()

  async function end(task: Promise<void>, done: string) {
    try {
      await task
      tell(done)
    } catch (error) {
      tellFailure(error)
    }
    await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  }

  return (
    <>
      <h1>{text("account.sessions")}</h1>
      <p className={styles["lead"]}>{text("sessions.lead")}</p>
      {!sessions && error && <Failure error={error} retry={() => void refetch()} />}
      {!sessions && !error && <Skeleton lines={["long", "middle", "long", "middle"]} />}
      {sessions && (
        <ul className={styles["sessions"]} aria-label={text("sessions.list")}>
          {sessions.map((session) => (
            <Session
              key={session.id}
              session={session}
              onEnd={() => void end(desk.sessions.delete(session.id), text("sessions.ended", session))}
            />
          ))}
        </ul>
      )}
      {sessions?.length === 1 && <p className={styles["hint"]}>{text("sessions.only")}</p>}
      {sessions && sessions.length > 1 && (
        <Button onClick={() => void end(desk.sessions.deleteOthers(), text("sessions.othersEnded"))}>
          <LogOut size={15} aria-hidden /> {text("sessions.endOthers")}
        </Button>
      )}
    </>
  )
}

function Session({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { device, address, createdAt, lastSeenAt, current } = session
  const now = useNow()
  const Icon = /iPhone|iPad|Android/.test(device) ? Smartphone : Monitor
  const time = whenText(lastSeenAt, now)
  return (
    <li className={styles["session"]}>
      <Icon size={20} aria-hidden />
      <div>
        <p className={styles["device"]}>
          {device} {current && <span className={styles["badge"]}>{text("sessions.current")}</span>}
        </p>
        <p className={styles["hint"]}>
          {!current && (
            <>
              <time dateTime={lastSeenAt} title={wholeMomentText(lastSeenAt)}>
                {text("sessions.seen", { time })}
              </time>
              {" · "}
            </>
          )}
          {text("sessions.since", { date: dateText(createdAt), address })}
        </p>
      </div>
      {!current && (
        <Button aria-label={text("sessions.endOne", { device, time })} onClick={onEnd}>
          {text("sessions.end")}
        </Button>
      )}
    </li>
  )
}
