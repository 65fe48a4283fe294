import { AtSign, CircleAlert, CircleDashed, CircleUserRound, Clock, FilePen, Layers } from "lucide-react"
import { activeIn, type InboxWithFolders, totalIn } from "../../data/inboxes.ts"
import type { ListKey } from "../../data/lists/list-key.ts"
import { useUnread } from "../../data/notifications/notifications.ts"
import { text } from "../../messages/text.ts"
import { Row } from "./Row.tsx"
import { useMentionCount } from "./teams.ts"

/** The lists over all inboxes. */
export function OurLists({ inboxes, list }: { inboxes: InboxWithFolders[] | undefined; list: ListKey | undefined }) {
  const { mentioned } = useUnread()
  const active = useMentionCount() ?? 0
  // The row counts unread mentions, and stays while there are others to be found.
  const hasMentions = mentioned > 0 || active > 0 || list === "mentions"
  return (
    <ul>
      <Row
        to="mine"
        list={list}
        shortcut="goMine"
        icon={<CircleUserRound size={16} />}
        count={activeIn(inboxes, ["mytickets"])}
      >
        {text("nav.mine")}
      </Row>
      <Row
        to="unassigned"
        list={list}
        shortcut="goUnassigned"
        icon={<CircleDashed size={16} />}
        count={activeIn(inboxes, ["unassigned"])}
      >
        {text("nav.unassigned")}
      </Row>
      <Row
        hidesEmpty
        to="attention"
        list={list}
        icon={<CircleAlert size={16} />}
        count={totalIn(inboxes, ["needsattention"])}
      >
        {text("nav.attention")}
      </Row>
      {hasMentions && (
        <Row to="mentions" list={list} icon={<AtSign size={16} />} count={mentioned} countLabel={text("nav.unread")}>
          {text("nav.mentions")}
        </Row>
      )}
      <Row
        hidesEmpty
        to="drafts"
        list={list}
        shortcut="goDrafts"
        icon={<FilePen size={16} />}
        count={totalIn(inboxes, ["drafts"])}
      >
        {text("nav.drafts")}
      </Row>
      <Row
        hidesEmpty
        to="snoozed"
        list={list}
        shortcut="goSnoozed"
        icon={<Clock size={16} />}
        count={totalIn(inboxes, ["snoozed"])}
      >
        {text("nav.snoozed")}
      </Row>
      <Row
        hidesEmpty
        to="all"
        list={list}
        shortcut="goAll"
        icon={<Layers size={16} />}
        count={activeIn(inboxes, ["assigned", "unassigned"])}
      >
        {text("nav.all")}
      </Row>
    </ul>
  )
}
