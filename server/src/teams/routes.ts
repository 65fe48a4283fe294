import { PageQuery } from "@deskhand/contract/common"
import { ChangedMembers, ChangedTeam, NewTeam, Team, TeamPage, TeamPath } from "@deskhand/contract/people/team"
import { UserPage } from "@deskhand/contract/people/user"
import { notFound } from "../errors.ts"
import { created, noContent, pageOf, pageRequest, resource } from "../http/hal.ts"
import { refuseStale } from "../http/input/if-match.ts"
import { type Answer, type Call, route } from "../http/route.ts"
import { presentListedUser } from "../users/present.ts"
import { changeMembers, changeTeam, createTeam, removeTeam } from "./actions.ts"
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

export const getTeam = route({
  method: "GET",
  url: "/v2/teams/:teamId",
  permission: "teams:read",
  summary: "Get a team",
  path: TeamPath,
  answers: { 200: Team },
  handle: answerTeam,
})

export const postTeam = route({
  method: "POST",
  url: "/v2/teams",
  permission: "teams:write",
  summary: "Create a team",
  body: NewTeam,
  answers: { 201: "`Resource-ID` and `Location` name the new team" },
  async handle({ db, viewer, body, now, origin }) {
    const id = await createTeam(db, body, { viewer, now })
    return created(id, { Location: `${origin}/v2/teams/${id}` })
  },
})

export const putTeam = route({
  method: "PUT",
  url: "/v2/teams/:teamId",
  permission: "teams:write",
  summary: "Change a team",
  path: TeamPath,
  body: ChangedTeam,
  answers: { 204: "Changed" },
  async handle(call) {
    const { db, viewer, body, now, path } = call
    await changeTeam(db, { ...body, id: path.teamId }, { viewer, now, check: (db) => checkUnchanged({ ...call, db }) })
    return noContent
  },
})

export const deleteTeam = route({
  method: "DELETE",
  url: "/v2/teams/:teamId",
  permission: "teams:write",
  summary: "Delete a team",
  path: TeamPath,
  answers: { 204: "Deleted, with its folders" },
  async handle(call) {
    const { db, viewer, now, path } = call
    await removeTeam(db, path.teamId, { viewer, now, check: (db) => checkUnchanged({ ...call, db }) })
    return noContent
  },
})

export const putTeamMembers = route({
  method: "PUT",
  url: "/v2/teams/:teamId/members",
  permission: "teams:write",
  summary: "Add and remove members of a team",
  path: TeamPath,
  body: ChangedMembers,
  answers: { 204: "Changed" },
  async handle(call) {
    const { db, viewer, body, now, path } = call
    await changeMembers(
      db,
      { ...body, id: path.teamId },
      { viewer, now, check: (db) => checkUnchanged({ ...call, db }) },
    )
    return noContent
  },
})

type TeamCall = Call<unknown, { teamId: number }>

function checkUnchanged(call: TeamCall): Promise<void> {
  return refuseStale(call, () => answerTeam(call))
}

async function answerTeam({ db, path, origin }: TeamCall): Promise<Answer> {
  const row = await findTeam(db, path.teamId)
  if (!row) throw notFound()
  return resource(presentTeam(row, origin))
}
