import type { Delivery, ReplacedWebhook, Webhook } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { useNavigate, useParams } from "@tanstack/react-router"
import { Pencil, Power, Send, Trash2 } from "lucide-react"
import { useState } from "react"
import { desk } from "../../../data/client.ts"
import { inboxesQuery } from "../../../data/inboxes.ts"
import { tell, tellFailure } from "../../../data/toasts.ts"
import { text } from "../../../messages/settings.ts"
import { ConfirmDialog } from "../../../ui/form/DialogForm.tsx"
import { Button } from "../../../ui/parts/Button.tsx"
import { Dialog } from "../../../ui/parts/Dialog.tsx"
import { Allowed } from "../page/Allowed.tsx"
import { Loaded, Page } from "../page/Page.tsx"
import { useRefresh } from "../page/refresh.ts"
import { Deliveries } from "./Deliveries.tsx"
import { DeliveryFacts } from "./DeliveryFacts.tsx"
import { kindText } from "./kinds.ts"
import { nameOf, webhookQuery } from "./queries.ts"
import { StateBadge } from "./StateBadge.tsx"
import { WebhookForm } from "./WebhookForm.tsx"
import styles from "./Webhooks.module.css"

/** One webhook: what it hears of, and all that it was sent. */
export function WebhookPage() {
  return (
    <Allowed>
      <ReadWebhook />
    </Allowed>
  )
}

function ReadWebhook() {
  const { webhookId } = useParams({ from: "/signed-in/settings/webhooks/$webhookId" })
  const webhook = useQuery(webhookQuery(Number(webhookId)))
  return <Loaded query={webhook}>{(found) => <ShownWebhook key={found.id} webhook={found} />}</Loaded>
}

function ShownWebhook({ webhook }: { webhook: Webhook }) {
  const { id } = webhook
  const [asked, setAsked] = useState<"edit" | "delete">()
  const [tested, setTested] = useState<Delivery>()
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const refresh = useRefresh()
  const settle = () => refresh(["webhooks"])
  const close = () => setAsked(undefined)

  async function attempt(task: () => Promise<unknown>, done?: string) {
    setBusy(true)
    try {
      await task()
      if (done !== undefined) tell(done)
    } catch (error) {
      tellFailure(error)
    }
    setBusy(false)
    await settle()
  }

  const switched: ReplacedWebhook["state"] = webhook.state === "enabled" ? "disabled" : "enabled"
  return (
    <Page title={nameOf(webhook)} lead={webhook.url}>
      <p className={styles["state"]}>
        <StateBadge webhook={webhook} />
        {webhook.disabledReason && <span>{text(`webhooks.disabled.${webhook.disabledReason}`)}</span>}
      </p>
      <div className={styles["actions"]}>
        <Button disabled={busy} onClick={() => void attempt(async () => setTested(await desk.webhooks.test(id)))}>
          <Send size={15} aria-hidden /> {text("webhooks.test")}
        </Button>
        <Button onClick={() => setAsked("edit")}>
          <Pencil size={15} aria-hidden /> {text("webhooks.edit")}
        </Button>
        <Button
          disabled={busy}
          onClick={() =>
            void attempt(
              () => desk.webhooks.replace(id, { ...writtenOf(webhook), state: switched }),
              text(`webhooks.switched.${switched}`),
            )
          }
        >
          <Power size={15} aria-hidden /> {text(switched === "enabled" ? "webhooks.enable" : "webhooks.disable")}
        </Button>
        <Button onClick={() => setAsked("delete")}>
          <Trash2 size={15} aria-hidden /> {text("settings.delete.one")}
        </Button>
      </div>
      {tested && (
        <section className={styles["tested"]} aria-label={text("webhooks.tested")} role="status">
          <h2>{text(tested.state === "delivered" ? "webhooks.tested.well" : "webhooks.tested.failed")}</h2>
          <DeliveryFacts delivery={tested} />
        </section>
      )}
      <Facts webhook={webhook} />
      <Deliveries webhookId={id} />
      <Dialog title={text("webhooks.edit")} open={asked === "edit"} size="large" onClose={close}>
        <WebhookForm
          webhook={webhook}
          onClose={close}
          onSave={async (written, secret) => {
            await desk.webhooks.replace(id, { ...written, ...(secret !== "" && { secret }) })
            await settle()
          }}
        />
      </Dialog>
      <ConfirmDialog
        title={text("webhooks.delete.ask", { name: nameOf(webhook) })}
        open={asked === "delete"}
        onClose={close}
        confirm={text("settings.delete.one")}
        done={text("settings.deleted", { name: nameOf(webhook) })}
        onConfirm={async () => {
          await desk.webhooks.delete(id)
          await navigate({ to: "/settings/webhooks" })
          await settle()
        }}
      >
        {text("webhooks.delete.what")}
      </ConfirmDialog>
    </Page>
  )
}

/** All that a replacement has to say again. */
function writtenOf({ url, events, notification, label, payloadVersion, mailboxIds }: Webhook): ReplacedWebhook {
  return {
    url,
    events,
    notification,
    payloadVersion,
    ...(label !== undefined && { label }),
    ...(mailboxIds && { mailboxIds }),
  }
}

function Facts({ webhook }: { webhook: Webhook }) {
  const { data: inboxes = [] } = useQuery(inboxesQuery)
  const names = webhook.mailboxIds?.map((id) => inboxes.find((inbox) => inbox.id === id)?.name ?? `#${id}`)
  return (
    <dl className={styles["facts"]}>
      <dt>{text("webhooks.events")}</dt>
      <dd>{webhook.events.map(kindText).join(", ")}</dd>
      <dt>{text("webhooks.inboxes")}</dt>
      <dd>{names ? names.join(", ") : text("webhooks.inboxes.all")}</dd>
      {webhook.headerPrefix !== undefined && (
        <>
          <dt>{text("webhooks.headers")}</dt>
          <dd>{text("webhooks.headers.names", { prefix: webhook.headerPrefix })}</dd>
        </>
      )}
      <dt>{text("webhooks.sends")}</dt>
      <dd>{text(webhook.notification ? "webhooks.sends.address" : "webhooks.sends.whole")}</dd>
    </dl>
  )
}
