import type { MailSender } from "@deskhand/sdk/client"
import { queryOptions, useQuery } from "@tanstack/react-query"
import { Ban, ShieldCheck, Trash2, UserRoundCheck } from "lucide-react"
import { useState } from "react"
import { desk } from "../../../data/client.ts"
import { dateText } from "../../../messages/moments.ts"
import { text } from "../../../messages/settings.ts"
import { ConfirmDialog } from "../../../ui/form/DialogForm.tsx"
import { IconButton } from "../../../ui/parts/Button.tsx"
import { Notice } from "../../../ui/parts/Notice.tsx"
import { Allowed } from "../page/Allowed.tsx"
import { Badge, Loaded, Page } from "../page/Page.tsx"
import { RowActions, Rows, RowText } from "../page/Rows.tsx"
import { useRefresh } from "../page/refresh.ts"
import { LedgerTabs } from "./LedgerTabs.tsx"
import { nameOf } from "./people.ts"

/** No event tells of them, so they are read whenever the page is opened. */
const sendersQuery = queryOptions({
  queryKey: ["senders"],
  queryFn: () => Array.fromAsync(desk.mailSenders.all({ size: 100 })),
  staleTime: 0,
})

/** Who is trusted or blocked, and the way back. */
export function SendersPage() {
  return (
    <Allowed>
      <Senders />
    </Allowed>
  )
}

function Senders() {
  const senders = useQuery(sendersQuery)
  const [going, setGoing] = useState<MailSender>()
  const refresh = useRefresh()
  return (
    <Page title={text("ledger.title")} lead={text("senders.lead")} tab={text("senders.title")}>
      <LedgerTabs />
      <Loaded query={senders}>
        {(all) => (
          <Rows
            label={text("senders.title")}
            items={all}
            keyOf={({ id }) => id}
            wordsOf={({ sender }) => sender}
            empty={
              <Notice icon={<UserRoundCheck size={22} />} title={text("senders.none")}>
                {text("senders.none.more")}
              </Notice>
            }
          >
            {(one) => <SenderRow sender={one} onRemove={() => setGoing(one)} />}
          </Rows>
        )}
      </Loaded>
      <ConfirmDialog
        title={text("senders.remove.ask", { sender: going?.sender ?? "" })}
        open={going !== undefined}
        onClose={() => setGoing(undefined)}
        confirm={text("senders.remove.confirm")}
        done={text("senders.remove.done", { sender: going?.sender ?? "" })}
        onConfirm={async () => {
          if (going) await desk.mailSenders.delete(going.id)
          await refresh(["senders"])
        }}
      >
        {going && text(`senders.remove.${going.verdict}`)}
      </ConfirmDialog>
    </Page>
  )
}

function SenderRow({ sender: { sender, kind, verdict, createdAt, createdBy }, onRemove }: SenderRowProps) {
  const what = text(verdict === "blocked" && kind === "domain" ? "senders.blocked.domain" : `senders.${verdict}.more`)
  const name = nameOf(createdBy)
  const date = dateText(createdAt)
  return (
    <>
      <RowText
        icon={verdict === "trusted" ? <ShieldCheck size={18} aria-hidden /> : <Ban size={18} aria-hidden />}
        title={sender}
        badges={<Badge tone={verdict === "trusted" ? "good" : "bad"}>{text(`senders.${verdict}`)}</Badge>}
        more={name ? text("senders.by", { what, name, date }) : text("senders.at", { what, date })}
      />
      <RowActions>
        <IconButton label={text("senders.remove", { sender })} icon={<Trash2 size={15} />} onClick={onRemove} />
      </RowActions>
    </>
  )
}

interface SenderRowProps {
  sender: MailSender
  onRemove: () => void
}
