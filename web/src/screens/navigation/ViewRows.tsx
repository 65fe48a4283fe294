import { useQuery } from "@tanstack/react-query"
import { Bookmark, Users } from "lucide-react"
import { keyOfOne, type ListKey } from "../../data/lists/list-key.ts"
import { useMe } from "../../data/session.ts"
import { viewCountsQuery, viewsQuery } from "../../data/views.ts"
import { text } from "../../messages/text.ts"
import { ViewMenu } from "../views/ViewMenu.tsx"
import styles from "./Navigation.module.css"
import { Row } from "./Row.tsx"
import { useOwnTeams } from "./teams.ts"

/** Saved views, one's own and shared ones. They stay when they are empty: somebody has put them there. */
export function ViewRows({ list }: { list: ListKey | undefined }) {
  const { data: views = [] } = useQuery(viewsQuery)
  const { data: counts } = useQuery({ ...viewCountsQuery, enabled: views.length > 0 })
  if (views.length === 0) return null
  return (
    <section className={styles["section"]} aria-label={text("view.heading")}>
      <h2>{text("view.heading")}</h2>
      <ul>
        {views.map((view) => (
          <Row
            key={view.id}
            to={keyOfOne("view", view.id)}
            list={list}
            icon={<Bookmark size={15} />}
            count={counts?.get(view.id)}
            tools={<ViewMenu view={view} list={list} />}
          >
            {view.name}
          </Row>
        ))}
      </ul>
    </section>
  )
}

/** The teams that one is in. */
export function TeamRows({ list }: { list: ListKey | undefined }) {
  const teams = useOwnTeams(useMe().id)
  const shown = teams.filter(({ id, count }) => count || keyOfOne("team", id) === list)
  if (shown.length === 0) return null
  return (
    <section className={styles["section"]} aria-label={text("nav.teams")}>
      <h2>{text("nav.teams")}</h2>
      <ul>
        {shown.map(({ id, name, count }) => (
          <Row key={id} to={keyOfOne("team", id)} list={list} icon={<Users size={15} />} count={count}>
            {name}
          </Row>
        ))}
      </ul>
    </section>
  )
}
