import type { Conversation } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Layers, Merge, X } from "lucide-react"
import { useState } from "react"
import { scopeOf } from "../../data/commands/give.ts"
import { dismissBanner, dismissedBanners } from "../../data/conversations/dismissed-banners.ts"
import { openOthersQuery } from "../../data/customers.ts"
import { nameOf } from "../../data/people.ts"
import { mayAnswer, useMe } from "../../data/session.ts"
import { useStore } from "../../data/store.ts"
import { text } from "../../messages/text.ts"
import { Button, IconButton } from "../../ui/parts/Button.tsx"
import { openCommandDialog } from "../commands/open-dialog.ts"
import styles from "./OtherOpenBanner.module.css"

/** Warns before two people answer the same customer in two conversations. */
export function OtherOpenBanner({ conversation }: { conversation: Conversation }) {
  const { id, status, state, primaryCustomer } = conversation
  const isOpen = state === "published" && (status === "active" || status === "pending")
  const { data } = useQuery({ ...openOthersQuery(primaryCustomer.id), enabled: isOpen })
  const [showsAll, setShowsAll] = useState(false)
  const isDismissed = useStore(dismissedBanners).split(",").includes(String(id))
  const others = data?._embedded.conversations.filter((other) => other.id !== id) ?? []
  if (!isOpen || isDismissed || others.length === 0) return null
  const count = Math.max(others.length, (data?.page.totalElements ?? 0) - 1)
  return (
    <div className={styles["room"]}>
      <section className={styles["banner"]} aria-label={text("others.banner")}>
        <header>
          <Layers size={14} aria-hidden />
          <p>{text("others.some", { count, name: nameOf(primaryCustomer) })}</p>
          {others.length > 1 && (
            <Button look="quiet" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
              {text(showsAll ? "others.fewer" : "others.more")}
            </Button>
          )}
          <IconButton label={text("others.dismiss")} icon={<X size={14} />} onClick={() => dismissBanner(id)} />
        </header>
        <ul>
          {others.slice(0, showsAll ? others.length : 1).map((other) => (
            <Other key={other.id} other={other} conversation={conversation} />
          ))}
        </ul>
      </section>
    </div>
  )
}

function Other({ other, conversation }: { other: Conversation; conversation: Conversation }) {
  const { id, number, subject, status } = other
  const mayMerge = mayAnswer(useMe())
  return (
    <li>
      <Link
        to="/conversation/$conversationId/$number"
        params={{ conversationId: String(id), number: String(number) }}
        search={(before) => before}
      >
        #{number} {subject || text("list.noSubject")}
      </Link>
      <span className={styles["status"]}>{text(`status.${status}`)}</span>
      {mayMerge && (
        <Button
          look="quiet"
          aria-label={text("others.mergeOne", { number: String(number) })}
          onClick={() => openCommandDialog("merge", scopeOf(conversation), other)}
        >
          <Merge size={14} aria-hidden /> <span>{text("others.merge")}</span>
        </Button>
      )}
    </li>
  )
}
