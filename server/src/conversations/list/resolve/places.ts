import { me } from "@deskhand/contract/conversations/search-language"
import { sql } from "../../../db/db.ts"
import { parseQuery } from "../../../search/grammar.ts"
import { QueryProblem } from "../../../search/problem.ts"
import { joined, type Query } from "../../../search/tree.ts"
import { nothingFound, type Resolving } from "./searcher.ts"
import { assignedTo, states } from "./states.ts"

interface Folder {
  inbox_id: number
  type: string
  name: string
  team_id: number | null
  query: string | null
}

type Resolve = (resolving: Resolving, query: Query) => Promise<Query>

/** The inboxes of the name; where none has it, the folders. */
export async function resolvePlace(
  resolving: Resolving,
  { text, at, resolve }: { text: string; at: number; resolve: Resolve },
): Promise<Query> {
  const { db, searcher } = resolving
  const name = text.trim().toLowerCase()
  const inboxes = await db.many<{ id: number; name: string }>(sql`
    select id, name from inboxes where id = any(${searcher.inboxIds}::bigint[]) order by lower(name), id`)
  const ids = inboxes.filter((inbox) => inbox.name.toLowerCase() === name).map(({ id }) => id)
  if (ids.length > 0) return inInboxes(ids, at)
  const folders = await db.many<Folder>(sql`
    select inbox_id, type, name, team_id, query from folders
    where inbox_id = any(${searcher.inboxIds}::bigint[]) and lower(name) = ${name} order by id`)
  if (folders.length > 0)
    return joined("or", await Promise.all(folders.map((each) => inFolder(resolving, each, { at, resolve }))))
  const shown = inboxes.slice(0, mostListed).map((inbox) => inbox.name)
  const more = inboxes.length > shown.length ? ` and ${inboxes.length - shown.length} more` : ""
  resolving.note(at, `No inbox or folder is named ${text}. Inboxes: ${shown.join(", ")}${more}.`)
  return nothingFound(at)
}

/** In a message. */
const mostListed = 10

function inInboxes(inboxIds: number[], at: number): Query {
  return {
    kind: "resolved",
    condition: sql`conversations.inbox_id = any(${inboxIds}::bigint[])`,
    parameter: { inboxIds },
    at,
  }
}

async function inFolder(
  resolving: Resolving,
  folder: Folder,
  { at, resolve }: { at: number; resolve: Resolve },
): Promise<Query> {
  const inbox = inInboxes([folder.inbox_id], at)
  switch (folder.type) {
    case "mytickets":
      return joined("and", [inbox, assignedTo(resolving.viewerId(at, me), at), states.open(at, resolving)])
    case "team":
      return joined("and", [inbox, assignedTo(folder.team_id!, at)])
    case "needsattention":
      return joined("and", [inbox, { kind: "resolved", condition: sql`conversations.needs_attention`, at }])
    case "custom":
      return joined("and", [inbox, await inCustomFolder(resolving, folder, { at, resolve })])
    default:
      return joined("and", [
        inbox,
        { kind: "resolved", condition: sql`conversations.home_folder = ${folder.type}`, namesStatus: true, at },
      ])
  }
}

async function inCustomFolder(
  resolving: Resolving,
  { name, query }: Folder,
  { at, resolve }: { at: number; resolve: Resolve },
): Promise<Query> {
  try {
    return await resolve(resolving, withoutPlaces(parseQuery(query ?? ""), at))
  } catch (error) {
    if (!(error instanceof QueryProblem)) throw error
    resolving.note(at, `The folder ${name} cannot be searched: its query has a mistake ${error.message}.`)
    return nothingFound(at)
  }
}

/** A folder does not look into folders, so that two of them cannot name each other. */
function withoutPlaces(query: Query, at: number): Query {
  switch (query.kind) {
    case "term":
      return query.field?.toLowerCase() === "in" ? nothingFound(at) : { ...query, at }
    case "not":
      return { ...query, part: withoutPlaces(query.part, at) }
    case "resolved":
      return query
    default:
      return joined(
        query.kind,
        query.parts.map((part) => withoutPlaces(part, at)),
      )
  }
}
