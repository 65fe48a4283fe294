import type { MailMessage } from "@deskhand/sdk/client"
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { MailOpen } from "lucide-react"
import { useNow } from "../../../data/clock.ts"
import { inboxesQuery } from "../../../data/inboxes.ts"
import { whenText } from "../../../messages/moments.ts"
import { text } from "../../../messages/settings.ts"
import { SelectField } from "../../../ui/form/fields.tsx"
import { Button } from "../../../ui/parts/Button.tsx"
import { Notice } from "../../../ui/parts/Notice.tsx"
import { Allowed } from "../page/Allowed.tsx"
import { Badge } from "../page/Page.tsx"
import { RowText } from "../page/Rows.tsx"
import styles from "./Ledger.module.css"
import { LedgerFrame } from "./LedgerFrame.tsx"
import { LedgerList } from "./LedgerList.tsx"
import { receivedQuery } from "./queries.ts"
import { outcomes } from "./search.ts"

const tones = {
  waiting: "calm",
  stored: "good",
  duplicate: "calm",
  bounce: "calm",
  "auto-reply": "calm",
  spam: "calm",
  held: "bad",
  rejected: "calm",
  failed: "bad",
} as const satisfies Record<MailMessage["outcome"], string>

/** What came by mail, newest first. */
export function ReceivedPage() {
  return (
    <Allowed>
      <Received />
    </Allowed>
  )
}

function Received() {
  const search = useSearch({ from: "/signed-in/settings/mail" })
  const navigate = useNavigate()
  const messages = useInfiniteQuery(receivedQuery(search))
  const isNarrowed = Object.keys(search).length > 0
  return (
    <LedgerFrame
      tab={text("ledger.received")}
      search={search}
      addressLabel={text("ledger.from")}
      onSearch={(change) => void navigate({ to: "/settings/mail", search: change ? { ...search, ...change } : {} })}
      filter={
        <SelectField
          label={text("ledger.outcome")}
          value={search.outcome ?? ""}
          options={[
            { value: "", label: text("ledger.outcome.any") },
            ...outcomes.map((value) => ({ value, label: text(`ledger.outcome.${value}`) })),
          ]}
          onChange={(outcome) =>
            void navigate({
              to: "/settings/mail",
              search: { ...search, outcome: outcome === "" ? undefined : outcome } as typeof search,
            })
          }
        />
      }
    >
      <LedgerList
        label={text("ledger.received")}
        query={messages}
        itemsOf={({ _embedded }) => _embedded.messages}
        empty={
          <Notice
            icon={<MailOpen size={22} />}
            title={text(isNarrowed ? "ledger.none.filter" : "ledger.none")}
            action={
              isNarrowed ? undefined : (
                <Button onClick={() => void navigate({ to: "/settings/inboxes" })}>{text("ledger.inboxes")}</Button>
              )
            }
          >
            {text(isNarrowed ? "ledger.none.filter.more" : "ledger.none.more")}
          </Notice>
        }
      >
        {(message) => <ReceivedRow message={message} />}
      </LedgerList>
    </LedgerFrame>
  )
}

function ReceivedRow({ message }: { message: MailMessage }) {
  const { data: inboxes = [] } = useQuery(inboxesQuery)
  const now = useNow()
  const { id, subject, from, fromName, outcome, reasonText, mailboxId, receivedAt } = message
  const sender = fromName === "" || fromName === from ? from : `${fromName} <${from}>`
  return (
    <>
      <RowText
        title={subject || text("ledger.noSubject")}
        badges={<Badge tone={tones[outcome]}>{text(`ledger.outcome.${outcome}`)}</Badge>}
        more={
          <>
            {sender || text("ledger.unknownSender")} · {inboxes.find((inbox) => inbox.id === mailboxId)?.name ?? ""}
            {reasonText && (
              <span className={styles["reason"]} data-tone={tones[outcome]}>
                {reasonText}
              </span>
            )}
          </>
        }
        to="/settings/mail/messages/$messageId"
        params={{ messageId: String(id) }}
      />
      <time className={styles["when"]} dateTime={receivedAt}>
        {whenText(receivedAt, now)}
      </time>
    </>
  )
}
