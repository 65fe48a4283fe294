import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { ChevronRight, Plus, Webhook as WebhookIcon } from "lucide-react"
import { useState } from "react"
import { desk } from "../../../data/client.ts"
import { text } from "../../../messages/settings.ts"
import { Button } from "../../../ui/parts/Button.tsx"
import { Dialog } from "../../../ui/parts/Dialog.tsx"
import { Notice } from "../../../ui/parts/Notice.tsx"
import { Allowed } from "../page/Allowed.tsx"
import { Loaded, Page } from "../page/Page.tsx"
import { Rows, RowText } from "../page/Rows.tsx"
import { useRefresh } from "../page/refresh.ts"
import { nameOf, webhooksQuery } from "./queries.ts"
import { StateBadge } from "./StateBadge.tsx"
import { WebhookForm } from "./WebhookForm.tsx"

export function WebhooksPage() {
  return (
    <Allowed>
      <Webhooks />
    </Allowed>
  )
}

function Webhooks() {
  const webhooks = useQuery(webhooksQuery)
  const [adding, setAdding] = useState(false)
  const navigate = useNavigate()
  const refresh = useRefresh()
  return (
    <Page
      title={text("webhooks.title")}
      lead={text("webhooks.lead")}
      action={
        <Button look="primary" onClick={() => setAdding(true)}>
          <Plus size={15} aria-hidden /> {text("webhooks.add")}
        </Button>
      }
    >
      <Loaded query={webhooks}>
        {(all) => (
          <Rows
            label={text("webhooks.title")}
            items={all}
            keyOf={({ id }) => id}
            wordsOf={({ label, url }) => `${label ?? ""} ${url}`}
            empty={
              <Notice icon={<WebhookIcon size={22} />} title={text("webhooks.none")}>
                {text("webhooks.none.more")}
              </Notice>
            }
          >
            {(webhook) => (
              <>
                <RowText
                  title={nameOf(webhook)}
                  badges={<StateBadge webhook={webhook} />}
                  more={[
                    ...(webhook.label ? [webhook.url] : []),
                    text("webhooks.events.count", { count: webhook.events.length }),
                  ].join(" · ")}
                  to="/settings/webhooks/$webhookId"
                  params={{ webhookId: String(webhook.id) }}
                />
                <ChevronRight size={16} aria-hidden />
              </>
            )}
          </Rows>
        )}
      </Loaded>
      <Dialog title={text("webhooks.add")} open={adding} size="large" onClose={() => setAdding(false)}>
        <WebhookForm
          webhook={undefined}
          onClose={() => setAdding(false)}
          onSave={async (written, secret) => {
            const { id } = await desk.webhooks.create({ ...written, secret })
            await refresh(["webhooks"])
            await navigate({ to: "/settings/webhooks/$webhookId", params: { webhookId: String(id) } })
          }}
        />
      </Dialog>
    </Page>
  )
}
