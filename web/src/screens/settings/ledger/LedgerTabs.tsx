import { text } from "../../../messages/settings.ts"
import { Tabs } from "../../../ui/parts/Tabs.tsx"
import pageStyles from "../page/Page.module.css"

const tabs = [
  { label: text("ledger.received"), link: { to: "/settings/mail" } },
  { label: text("ledger.sent"), link: { to: "/settings/mail/sent" } },
  { label: text("senders.title"), link: { to: "/settings/mail/senders" } },
] as const

export function LedgerTabs() {
  return (
    <div className={pageStyles["tabs"]}>
      <Tabs label={text("ledger.tabs")} tabs={tabs} />
    </div>
  )
}
