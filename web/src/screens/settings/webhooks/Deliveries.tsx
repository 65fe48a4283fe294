import type { ListedDelivery } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { RotateCcw, RotateCw } from "lucide-react"
import { useState } from "react"
import { desk } from "../../../data/client.ts"
import { useNow } from "../../../data/clock.ts"
import { tell, tellFailure } from "../../../data/toasts.ts"
import { whenText } from "../../../messages/moments.ts"
import { numberText, text } from "../../../messages/settings.ts"
import { SelectField } from "../../../ui/form/fields.tsx"
import { Button, IconButton } from "../../../ui/parts/Button.tsx"
import { Dialog } from "../../../ui/parts/Dialog.tsx"
import { Section } from "../../../ui/parts/Section.tsx"
import { Badge, Loaded } from "../page/Page.tsx"
import { useRefresh } from "../page/refresh.ts"
import { DeliveryFacts } from "./DeliveryFacts.tsx"
import { kindText } from "./kinds.ts"
import { type DeliveryState, deliveriesQuery, deliveryQuery } from "./queries.ts"
import { ReplayForm } from "./ReplayForm.tsx"
import styles from "./Webhooks.module.css"

const states = ["pending", "held", "delivered", "failed", "cancelled"] as const

const tones = { pending: "calm", held: "calm", delivered: "good", failed: "bad", cancelled: "calm" } as const

/** What a webhook was sent and is owed, newest first. */
export function Deliveries({ webhookId }: { webhookId: number }) {
  const [state, setState] = useState<DeliveryState | "">("")
  const [page, setPage] = useState(1)
  const [replaying, setReplaying] = useState(false)
  const deliveries = useQuery(deliveriesQuery({ webhookId, state: state || undefined, page }))
  const refresh = useRefresh()
  const settle = () => refresh(["webhooks", webhookId, "deliveries"])
  return (
    <Section
      title={text("deliveries.title")}
      lead={text("deliveries.lead")}
      action={
        <Button onClick={() => setReplaying(true)}>
          <RotateCcw size={15} aria-hidden /> {text("deliveries.replay")}
        </Button>
      }
    >
      <div className={styles["filter"]}>
        <SelectField
          label={text("deliveries.state")}
          value={state}
          options={[
            { value: "", label: text("deliveries.state.any") },
            ...states.map((value) => ({ value, label: text(`deliveries.state.${value}`) })),
          ]}
          onChange={(next) => {
            setState(next)
            setPage(1)
          }}
        />
        <IconButton label={text("deliveries.refresh")} icon={<RotateCw size={15} />} onClick={() => void settle()} />
      </div>
      <Loaded query={deliveries}>
        {({ _embedded: { deliveries: shown }, page: { totalElements, totalPages } }) => (
          <>
            {shown.length === 0 && (
              <p className={styles["faint"]}>{text(state === "" ? "deliveries.none" : "deliveries.none.state")}</p>
            )}
            {shown.length > 0 && (
              <ul className={styles["log"]} aria-label={text("deliveries.title")}>
                {shown.map((delivery) => (
                  <LoggedDelivery key={delivery.id} webhookId={webhookId} delivery={delivery} onReplayed={settle} />
                ))}
              </ul>
            )}
            {totalPages > 1 && (
              <nav className={styles["pages"]} aria-label={text("deliveries.pages")}>
                <Button disabled={page <= 1} onClick={() => setPage(page - 1)}>
                  {text("deliveries.newer")}
                </Button>
                <span>
                  {text("deliveries.page", {
                    page: numberText(page),
                    pages: numberText(totalPages),
                    all: numberText(totalElements),
                  })}
                </span>
                <Button disabled={page >= totalPages} onClick={() => setPage(page + 1)}>
                  {text("deliveries.older")}
                </Button>
              </nav>
            )}
          </>
        )}
      </Loaded>
      <Dialog title={text("deliveries.replay")} open={replaying} onClose={() => setReplaying(false)}>
        <ReplayForm webhookId={webhookId} onClose={() => setReplaying(false)} onDone={settle} />
      </Dialog>
    </Section>
  )
}

interface LoggedDeliveryProps {
  webhookId: number
  delivery: ListedDelivery
  onReplayed: () => Promise<unknown>
}

function LoggedDelivery({ webhookId, delivery, onReplayed }: LoggedDeliveryProps) {
  const [open, setOpen] = useState(false)
  const now = useNow()
  const { id, event, state, createdAt, attempts } = delivery
  const kind = kindText(event)
  const last = attempts.at(-1)
  const replay = async () => {
    try {
      await desk.webhooks.deliveries(webhookId).replay(id)
      tell(text("deliveries.replayed"))
    } catch (error) {
      tellFailure(error)
    }
    await onReplayed()
  }
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span className={styles["kind"]}>
            {kind}
            <Badge tone={tones[state]}>{text(`deliveries.state.${state}`)}</Badge>
          </span>
          <span className={`${styles["when"]} ${styles["faint"]}`}>
            {[
              whenText(createdAt, now),
              ...(last ? [last.status === undefined ? text("deliveries.noAnswer") : String(last.status)] : []),
              ...(attempts.length > 1 ? [text("deliveries.tries", { count: attempts.length })] : []),
            ].join(" · ")}
          </span>
        </summary>
        {open && <WholeDelivery webhookId={webhookId} delivery={delivery} />}
      </details>
      {isReplayable(delivery) && (
        <IconButton
          label={text("deliveries.replayOne", { kind, id: String(id) })}
          icon={<RotateCcw size={15} />}
          onClick={() => void replay()}
        />
      )}
    </li>
  )
}

/** What is still to come needs no help, and instead of a test one sends another. */
function isReplayable({ event, state }: ListedDelivery): boolean {
  return event !== "webhook.test" && state !== "pending" && state !== "held"
}

/** The list knows the attempts; what is sent is read when somebody looks. */
function WholeDelivery({ webhookId, delivery }: Pick<LoggedDeliveryProps, "webhookId" | "delivery">) {
  const { data } = useQuery(deliveryQuery(webhookId, delivery.id))
  return <DeliveryFacts delivery={{ ...delivery, ...(data?.payload !== undefined && { payload: data.payload }) }} />
}
