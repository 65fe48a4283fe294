import type { ListedUser, Routing } from "@deskhand/sdk/client"
import { text } from "../../../../messages/settings.ts"
import { Avatar } from "../../../../ui/parts/Avatar.tsx"
import { Section } from "../../../../ui/parts/Section.tsx"
import { Badge } from "../../page/Page.tsx"
import { Rows, RowText } from "../../page/Rows.tsx"
import { fullName } from "../../people/queries.ts"

/** Whom routing gives conversations now, and what speaks against each of the others. */
export function Rotation({ routing, people }: { routing: Routing; people: readonly ListedUser[] }) {
  if (routing.state === "disabled") return null
  const names = new Map(people.map((user) => [user.id, fullName(user)]))
  const nameOf = (id: number) => names.get(id) ?? text("routing.gone", { id: String(id) })
  const limit = routing.assignmentLimit ?? 0
  return (
    <Section title={text("routing.rotation")} lead={text("routing.rotation.lead")}>
      <Rows
        label={text("routing.rotation")}
        items={routing.rotation}
        keyOf={({ userId }) => userId}
        wordsOf={({ userId }) => nameOf(userId)}
        empty={<p>{text("routing.rotation.none")}</p>}
      >
        {({ userId, conversationsCount, eligible, reason }) => (
          <RowText
            icon={<Avatar name={nameOf(userId)} />}
            title={nameOf(userId)}
            badges={
              <Badge tone={eligible ? "good" : "calm"}>
                {text(eligible ? "routing.eligible" : "routing.passedOver")}
              </Badge>
            }
            more={[
              text("routing.count", { count: conversationsCount, limit }),
              ...(reason ? [text(`routing.reason.${reason}`)] : []),
            ].join(" · ")}
          />
        )}
      </Rows>
    </Section>
  )
}
