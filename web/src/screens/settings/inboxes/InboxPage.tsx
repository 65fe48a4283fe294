import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { useMe } from "../../../data/session.ts"
import { text } from "../../../messages/settings.ts"
import { Tabs } from "../../../ui/parts/Tabs.tsx"
import { Allowed } from "../page/Allowed.tsx"
import styles from "../page/Page.module.css"
import { Loaded, Page } from "../page/Page.tsx"
import { inboxQuery } from "./tab/queries.ts"
import { tabsFor } from "./tabs.tsx"

/** One inbox: its settings by tabs, each with an address of its own. */
export function InboxPage() {
  const { inboxId, tab } = useParams({ from: "/signed-in/settings/inboxes/$inboxId/$tab" })
  const me = useMe()
  const inbox = useQuery(inboxQuery(Number(inboxId)))
  const tabs = tabsFor(me)
  const shown = tabs.find(({ name }) => name === tab)
  return (
    <Loaded query={inbox}>
      {(found) => (
        <Page title={found.name} lead={found.email} tab={shown?.label}>
          <div className={styles["tabs"]}>
            <Tabs
              label={text("inbox.tabs", found)}
              tabs={tabs.map(({ name, label }) => ({
                label,
                link: { to: "/settings/inboxes/$inboxId/$tab", params: { inboxId, tab: name }, replace: true },
              }))}
            />
          </div>
          <Allowed may={() => shown !== undefined}>
            {shown && <shown.Tab key={`${found.id}-${tab}`} inbox={found} />}
          </Allowed>
        </Page>
      )}
    </Loaded>
  )
}
