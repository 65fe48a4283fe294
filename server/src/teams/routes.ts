import { PageQuery } from "@deskhand/contract/common"
import { TeamPage, TeamPath } from "@deskhand/contract/team"
import { UserPage } from "@deskhand/contract/user"
import { notFound } from "../errors.ts"
import { pageOf, pageRequest } from "../http/hal.ts"
import { route } from "../http/route.ts"
import { presentListedUser } from "../users/present.ts"
import { presentTeam } from "./present.ts"
import { countTeamMembers, countTeams, findTeam, listTeamMembers, listTeams } from "./queries.ts"

export const getTeams = route({
  method: "GET",
  url: "/v2/teams",
  permission: "teams:read",
  summary: "List teams",
  query: PageQuery,
  answers: { 200: TeamPage },
  async handle({ db, query, origin, request }) {
    const page = pageRequest(query, 50)
    const [rows, total] = await Promise.all([listTeams(db, page), countTeams(db)])
    const items = rows.map((row) => presentTeam(row, origin))
    return pageOf(origin, request.url, { name: "teams", items, total, request: page })
  },
})

export const getTeamMembers = route({
  method: "GET",
  url: "/v2/teams/:teamId/members",
  permission: "teams:read",
  summary: "List a team's members",
  path: TeamPath,
  query: PageQuery,
  answers: { 200: UserPage },
  async handle({ db, path, query, origin, request }) {
    if (!(await findTeam(db, path.teamId))) throw notFound()
    const page = pageRequest(query, 50)
    const [rows, total] = await Promise.all([listTeamMembers(db, path.teamId, page), countTeamMembers(db, path.teamId)])
    const items = rows.map((row) => presentListedUser(row, origin))
    return pageOf(origin, request.url, { name: "users", items, total, request: page })
  },
})
