import type { Thread } from "@deskhand/sdk/client"
import { Link } from "@tanstack/react-router"
import { useNow } from "../../data/clock.ts"
import { nameOf } from "../../data/people.ts"
import { administers, useMe } from "../../data/session.ts"
import { whenText, wholeMomentText } from "../../messages/moments.ts"
import { text } from "../../messages/text.ts"
import styles from "./ThreadList.module.css"

/** From this many on, changes in a row are folded. */
const foldedFrom = 3

/** What was done to the conversation between two messages. */
export function Changes({ threads }: { threads: readonly Thread[] }) {
  const lines = (
    <ul className={styles["changes"]}>
      {threads.map((thread) => (
        <Change key={thread.id} thread={thread} />
      ))}
    </ul>
  )
  if (threads.length < foldedFrom) return lines
  return (
    <details className={styles["folded"]}>
      <summary>{text("threads.changes", { count: threads.length })}</summary>
      {lines}
    </details>
  )
}

function Change({ thread: { action, createdBy, createdAt, linkedConversationId } }: { thread: Thread }) {
  const now = useNow()
  const name = nameOf(createdBy)
  const said = action?.text ?? action?.type ?? ""
  // Most sentences begin with who did it, and those of automatic workflows say which one did.
  const rest = said.startsWith(`${name} `) ? said.slice(name.length + 1) : said
  return (
    <li>
      <span>
        {action?.type !== "automatic-workflow" && <strong>{name} </strong>}
        {linkedConversationId === undefined ? (
          <Said workflow={action?.associatedEntities.workflow}>{rest}</Said>
        ) : (
          <Linked conversationId={linkedConversationId}>{rest}</Linked>
        )}
      </span>
      <time dateTime={createdAt} title={wholeMomentText(createdAt)}>
        {whenText(createdAt, now)}
      </time>
    </li>
  )
}

/** Who may change the workflow that did it gets there from here. */
function Said({ workflow, children }: { workflow: number | undefined; children: string }) {
  const isAdmin = administers(useMe())
  if (workflow === undefined || !isAdmin) return children
  return (
    <Link to="/settings/workflows/$workflowId" params={{ workflowId: String(workflow) }}>
      {children}
    </Link>
  )
}

/** Leads to the other conversation from its number. */
function Linked({ conversationId, children }: { conversationId: string; children: string }) {
  const [, before = "", number = "", after = ""] = /^(.*?)#(\d+)(.*)$/s.exec(children) ?? []
  if (number === "") return children
  return (
    <>
      {before}
      <Link to="/conversation/$conversationId/$number" params={{ conversationId, number }} search={{ list: "all" }}>
        #{number}
      </Link>
      {after}
    </>
  )
}
