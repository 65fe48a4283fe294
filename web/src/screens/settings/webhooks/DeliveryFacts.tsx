import type { Delivery, ListedDelivery } from "@deskhand/sdk/client"
import { wholeMomentText } from "../../../messages/moments.ts"
import { text } from "../../../messages/settings.ts"
import styles from "./Webhooks.module.css"

/** Every attempt with what came of it, and what is sent. */
export function DeliveryFacts({ delivery }: { delivery: ListedDelivery & Pick<Delivery, "payload"> }) {
  const { attempts, payload, nextAttemptAt, messageId } = delivery
  return (
    <div className={styles["delivery"]}>
      {attempts.length === 0 && <p>{text("deliveries.noAttempts")}</p>}
      <ol aria-label={text("deliveries.attempts")}>
        {attempts.map(({ at, status, error, durationMs, response }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: attempts are only ever added at the end
          <li key={index}>
            <p>
              <strong>
                {status === undefined
                  ? text("deliveries.noAnswer")
                  : text("deliveries.answered", { status: String(status) })}
              </strong>{" "}
              · {text("deliveries.took", { ms: durationMs })} · {wholeMomentText(at)}
            </p>
            {error && <p className={styles["error"]}>{error}</p>}
            {response && <pre>{response}</pre>}
          </li>
        ))}
      </ol>
      {nextAttemptAt && <p>{text("deliveries.next", { moment: wholeMomentText(nextAttemptAt) })}</p>}
      <p className={styles["faint"]}>{text("deliveries.messageId", { id: messageId })}</p>
      {payload !== undefined && (
        <>
          <p className={styles["faint"]}>{text("deliveries.payload")}</p>
          <pre>{indented(payload)}</pre>
        </>
      )}
    </div>
  )
}

function indented(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), undefined, 2)
  } catch {
    return payload
  }
}
