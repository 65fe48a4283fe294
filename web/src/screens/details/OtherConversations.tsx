import type { Conversation } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useNow } from "../../data/clock.ts"
import { othersQuery, shownOthers } from "../../data/customers.ts"
import { agoText } from "../../messages/moments.ts"
import { text } from "../../messages/text.ts"
import facts from "../../ui/facts/Facts.module.css"
import { Section } from "../../ui/facts/Facts.tsx"
import { Skeleton } from "../../ui/parts/Skeleton.tsx"
import styles from "./Details.module.css"
import { OtherPreview } from "./OtherPreview.tsx"

interface OtherConversationsProps {
  customerId: number
  conversationId: number
}

export function OtherConversations({ customerId, conversationId }: OtherConversationsProps) {
  const { data } = useQuery(othersQuery(customerId))
  const others = data?._embedded.conversations.filter(({ id }) => id !== conversationId).slice(0, shownOthers) ?? []
  const hidden = (data?.page.totalElements ?? 0) - 1 - others.length
  return (
    <Section title={text("details.others")}>
      {!data && <Skeleton lines={["long", "middle"]} />}
      {data && others.length === 0 && <p className={facts["soft"]}>{text("details.noOthers")}</p>}
      <ul>
        {others.map((other) => (
          <Other key={other.id} other={other} />
        ))}
      </ul>
      {hidden > 0 && (
        <Link className={styles["more"] ?? ""} to="/customers/$customerId" params={{ customerId: String(customerId) }}>
          {text("details.moreOthers", { count: hidden })}
        </Link>
      )}
    </Section>
  )
}

function Other({ other }: { other: Conversation }) {
  const { id, number, subject, status, userUpdatedAt } = other
  const now = useNow()
  return (
    <li className={styles["line"]}>
      <Link
        className={styles["other"] ?? ""}
        to="/conversation/$conversationId/$number"
        params={{ conversationId: String(id), number: String(number) }}
        search={(before) => before}
        data-condition={status}
      >
        <span title={text(`status.${status}`)}>
          <span className="visually-hidden">{text(`status.${status}`)}</span>
        </span>
        <span>{subject || text("list.noSubject")}</span>
        <time dateTime={userUpdatedAt}>{agoText(userUpdatedAt, now)}</time>
      </Link>
      <OtherPreview conversation={other} />
    </li>
  )
}
