import { PageQuery } from "@deskhand/contract/common"
import { FolderPage } from "@deskhand/contract/folder"
import { InboxPath } from "@deskhand/contract/inbox"
import { pageOf, pageRequest } from "../http/hal.ts"
import { route } from "../http/route.ts"
import { refuseInvisible } from "../inboxes/access.ts"
import { presentFolder } from "../inboxes/folders/present.ts"
import { countFolders, listFolders } from "../inboxes/folders/queries.ts"
import { countCustomFolder } from "./custom-folders.ts"

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
    for (const row of rows) {
      const counts = row.type === "custom" ? await countCustomFolder(db, row.id, { viewer, now }) : undefined
      items.push(presentFolder({ ...row, ...counts }, viewer))
    }
    return pageOf(origin, request.url, { name: "folders", items, total, request: page })
  },
})
