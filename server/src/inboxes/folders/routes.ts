import { PageQuery } from "@deskhand/contract/common"
import { ChangedFolder, Folder, FolderPage, FolderPath, NewFolder } from "@deskhand/contract/inboxes/folder"
import { InboxPath } from "@deskhand/contract/inboxes/inbox"
import { countLists } from "../../conversations/list/find.ts"
import { checkSavedQuery } from "../../conversations/list/search.ts"
import { notFound } from "../../errors.ts"
import { created, noContent, pageOf, pageRequest, resource } from "../../http/hal.ts"
import { refuseStale } from "../../http/input/if-match.ts"
import { type Answer, type Call, route } from "../../http/route.ts"
import { refuseInvisible } from "../access.ts"
import { changeFolder, createFolder, removeFolder } from "./actions.ts"
import { presentFolder, presentListedFolder } from "./present.ts"
import { countFolders, type FolderRow, findFolder, listFolders } from "./queries.ts"

export const getInboxFolders = route({
  method: "GET",
  url: "/v2/mailboxes/:mailboxId/folders",
  permission: "inboxes:read",
  summary: "List an inbox's folders",
  path: InboxPath,
  query: PageQuery,
  answers: { 200: FolderPage },
  async handle({ db, viewer, path: { mailboxId }, query, origin, now, request }) {
    refuseInvisible(viewer, mailboxId)
    const page = pageRequest(query, 50)
    const [rows, total] = await Promise.all([
      listFolders(db, { viewer, inboxId: mailboxId }, page),
      countFolders(db, mailboxId),
    ])
    const items = []
    for (const row of rows) items.push(presentListedFolder(await withCounts(row, { db, viewer, now }), viewer))
    return pageOf(origin, request.url, { name: "folders", items, total, request: page })
  },
})

export const getInboxFolder = route({
  method: "GET",
  url: "/v2/mailboxes/:mailboxId/folders/:folderId",
  permission: "inboxes:read",
  summary: "Get a folder",
  path: FolderPath,
  answers: { 200: Folder },
  handle: answerFolder,
})

export const postInboxFolder = route({
  method: "POST",
  url: "/v2/mailboxes/:mailboxId/folders",
  permission: "inbox-settings:write",
  summary: "Create a custom folder, or one of a team",
  path: InboxPath,
  body: NewFolder,
  answers: { 201: "`Resource-ID` and `Location` name the new folder" },
  async handle({ db, viewer, path: { mailboxId }, body, now, origin }) {
    refuseInvisible(viewer, mailboxId)
    if (body.query !== undefined) await checkFolderQuery(body.query, { db, path: { mailboxId }, now })
    const id = await createFolder(db, { ...body, inboxId: mailboxId }, { viewer, now })
    return created(id, { Location: `${origin}/v2/mailboxes/${mailboxId}/folders/${id}` })
  },
})

export const putInboxFolder = route({
  method: "PUT",
  url: "/v2/mailboxes/:mailboxId/folders/:folderId",
  permission: "inbox-settings:write",
  summary: "Change a custom folder, or rename one of a team",
  path: FolderPath,
  body: ChangedFolder,
  answers: { 204: "Changed" },
  async handle(call) {
    const { db, viewer, path, body, now } = call
    if (body.query !== undefined) await checkFolderQuery(body.query, call)
    const folder = { ...body, inboxId: path.mailboxId, id: path.folderId }
    await changeFolder(db, folder, { viewer, now, check: (db) => checkUnchanged({ ...call, db }) })
    return noContent
  },
})

export const deleteInboxFolder = route({
  method: "DELETE",
  url: "/v2/mailboxes/:mailboxId/folders/:folderId",
  permission: "inbox-settings:write",
  summary: "Delete a custom folder, or one of a team",
  path: FolderPath,
  answers: { 204: "Deleted; its conversations stay where they are" },
  async handle(call) {
    const { db, viewer, path, now } = call
    const place = { inboxId: path.mailboxId, id: path.folderId }
    await removeFolder(db, place, { viewer, now, check: (db) => checkUnchanged({ ...call, db }) })
    return noContent
  },
})

/** A folder is the same for everybody, so its query runs for nobody. */
function checkFolderQuery(
  query: string,
  { db, path, now }: Pick<Call, "db" | "now"> & { path: { mailboxId: number } },
): Promise<void> {
  return checkSavedQuery(db, query, { userId: undefined, inboxIds: [path.mailboxId], now })
}

type FolderCall = Call<unknown, { mailboxId: number; folderId: number }>

function checkUnchanged(call: FolderCall): Promise<void> {
  return refuseStale(call, () => answerFolder(call))
}

async function answerFolder(call: FolderCall): Promise<Answer> {
  const { db, viewer, path } = call
  const row = await findFolder(db, viewer, { inboxId: path.mailboxId, id: path.folderId })
  if (!row) throw notFound()
  return resource(presentFolder(await withCounts(row, call), viewer))
}

async function withCounts(
  row: FolderRow,
  { db, viewer, now }: Pick<Call, "db" | "viewer" | "now">,
): Promise<FolderRow> {
  if (row.type !== "custom") return row
  const { id: folder } = row
  const lists = { all: { folder, status: "all" }, active: { folder, status: "active" } } as const
  return { ...row, ...(await countLists(db, lists, { viewer, now })) }
}
