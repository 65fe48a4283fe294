import type { SentMail } from "@deskhand/sdk/client"
import { useInfiniteQuery } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { Send } from "lucide-react"
import { useState } from "react"
import { desk } from "../../../data/client.ts"
import { tell, tellFailure } from "../../../data/toasts.ts"
import { text } from "../../../messages/settings.ts"
import { ConfirmDialog } from "../../../ui/form/DialogForm.tsx"
import { SelectField } from "../../../ui/form/fields.tsx"
import { Notice } from "../../../ui/parts/Notice.tsx"
import { Allowed } from "../page/Allowed.tsx"
import { useRefresh } from "../page/refresh.ts"
import { LedgerFrame } from "./LedgerFrame.tsx"
import { LedgerList } from "./LedgerList.tsx"
import { sentQuery } from "./queries.ts"
import { SentRow } from "./SentRow.tsx"
import { states } from "./search.ts"

/** What went out by mail or is to, newest first. */
export function SentPage() {
  return (
    <Allowed>
      <Sent />
    </Allowed>
  )
}

function Sent() {
  const search = useSearch({ from: "/signed-in/settings/mail/sent" })
  const navigate = useNavigate()
  const mails = useInfiniteQuery(sentQuery(search))
  const [going, setGoing] = useState<SentMail>()
  const refresh = useRefresh()
  const isNarrowed = Object.keys(search).length > 0
  const look = (next: typeof search) => void navigate({ to: "/settings/mail/sent", search: next })

  async function send({ id, mailboxId }: SentMail) {
    if (mailboxId === undefined) return
    try {
      await desk.inboxes.outgoing(mailboxId).send(id)
      tell(text("ledger.send.done"))
    } catch (error) {
      tellFailure(error)
    }
    await refresh(["ledger"])
  }

  return (
    <LedgerFrame
      tab={text("ledger.sent")}
      search={search}
      addressLabel={text("ledger.to")}
      onSearch={(change) => look(change ? { ...search, ...change } : {})}
      filter={
        <SelectField
          label={text("ledger.state")}
          value={search.state ?? ""}
          options={[
            { value: "", label: text("ledger.state.any") },
            ...states.map((value) => ({ value, label: text(`ledger.state.${value}`) })),
          ]}
          onChange={(state) => look({ ...search, state: state === "" ? undefined : state } as typeof search)}
        />
      }
    >
      <LedgerList
        label={text("ledger.sent")}
        query={mails}
        itemsOf={({ _embedded }) => _embedded.outgoing}
        empty={
          <Notice icon={<Send size={22} />} title={text(isNarrowed ? "ledger.none.filter" : "ledger.noneSent")}>
            {text(isNarrowed ? "ledger.none.filter.more" : "ledger.noneSent.more")}
          </Notice>
        }
      >
        {(mail) => <SentRow mail={mail} onSend={() => void send(mail)} onDrop={() => setGoing(mail)} />}
      </LedgerList>
      <ConfirmDialog
        title={text("ledger.drop.ask")}
        open={going !== undefined}
        onClose={() => setGoing(undefined)}
        confirm={text("ledger.drop")}
        done={text("ledger.drop.done")}
        onConfirm={async () => {
          if (going?.mailboxId !== undefined) await desk.inboxes.outgoing(going.mailboxId).drop(going.id)
          await refresh(["ledger"])
        }}
      >
        {text("ledger.drop.what")}
      </ConfirmDialog>
    </LedgerFrame>
  )
}
