import type { Inbox, MailStatus } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { useId, useState } from "react"
import { desk } from "../../../../data/client.ts"
import { tellFailure } from "../../../../data/toasts.ts"
import { wholeMomentText } from "../../../../messages/moments.ts"
import { text } from "../../../../messages/settings.ts"
import { Button } from "../../../../ui/parts/Button.tsx"
import { useRefresh } from "../../page/refresh.ts"
import styles from "./Mail.module.css"
import { mailStatusQuery } from "./queries.ts"

/** How customers' answers find their conversation, and the test of the inbox's plus address. */
export function Answers({ inbox }: { inbox: Inbox }) {
  const { data } = useQuery(mailStatusQuery(inbox.id))
  const id = useId()
  if (!data) return null
  const { answersBy } = data
  const address = inbox.email.replace("@", "+…@")
  return (
    <section className={styles["answers"]} aria-labelledby={id}>
      <h2 id={id}>{text("mail.answers")}</h2>
      <p>{text(`mail.answers.${answersBy}`, { address })}</p>
      {answersBy !== "own-domain" && <PlusTest inboxId={inbox.id} status={data} />}
    </section>
  )
}

function PlusTest({ inboxId, status }: { inboxId: number; status: MailStatus }) {
  const { sendsThrough, plusAddressTest: last } = status
  const [busy, setBusy] = useState(false)
  const refresh = useRefresh()
  const test = async () => {
    setBusy(true)
    try {
      await desk.inboxes.testPlusAddress(inboxId)
      await refresh(["mail-status", inboxId])
    } catch (error) {
      tellFailure(error)
    }
    setBusy(false)
  }
  return (
    <div className={styles["plusTest"]}>
      <Button disabled={busy || sendsThrough === "nothing" || last?.state === "sent"} onClick={() => void test()}>
        {text("mail.answers.test")}
      </Button>
      <p role="status" data-state={last?.state ?? "none"}>
        {text(`mail.answers.test.${last?.state ?? "none"}`, {
          time: last ? wholeMomentText(last.arrivedAt ?? last.sentAt) : "",
          problem: last?.problem ?? "",
        })}
      </p>
    </div>
  )
}
