import type { MailConnectionTrial } from "@deskhand/sdk/client"
import { CircleCheck, CircleX } from "lucide-react"
import { useState } from "react"
import { desk } from "../../../../data/client.ts"
import { tellFailure } from "../../../../data/toasts.ts"
import { text } from "../../../../messages/settings.ts"
import { Button } from "../../../../ui/parts/Button.tsx"
import { useRefresh } from "../../page/refresh.ts"
import styles from "./Mail.module.css"

/** Tries a connection now, and shows how far that came. */
export function Trial({ inboxId, connectionId }: { inboxId: number; connectionId: number }) {
  const [busy, setBusy] = useState(false)
  const refresh = useRefresh()
  const [trial, setTrial] = useState<MailConnectionTrial>()
  const test = async () => {
    setBusy(true)
    setTrial(undefined)
    try {
      setTrial(await desk.inboxes.mailConnections(inboxId).test(connectionId))
      // A connection that works is used to test the plus address too.
      await refresh(["mail-status", inboxId])
    } catch (error) {
      tellFailure(error)
    }
    setBusy(false)
  }
  return (
    <div className={styles["trial"]}>
      <Button disabled={busy} onClick={() => void test()}>
        {text(busy ? "mail.testing" : "mail.test")}
      </Button>
      <div role="status">{trial && <TrialSteps trial={trial} />}</div>
    </div>
  )
}

/** How far a test came. */
export function TrialSteps({ trial }: { trial: MailConnectionTrial }) {
  return (
    <ol className={styles["steps"]}>
      {trial.steps.map(({ step, ok, problem }) => (
        <li key={step} data-ok={ok}>
          {ok ? <CircleCheck size={15} aria-hidden /> : <CircleX size={15} aria-hidden />}
          <span>
            {text(ok ? `mail.step.${step}.ok` : `mail.step.${step}.failed`)}
            {problem !== undefined && <small>{problem}</small>}
          </span>
        </li>
      ))}
      {trial.ok && <li data-ok>{text("mail.test.ok")}</li>}
    </ol>
  )
}
