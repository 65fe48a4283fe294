import { InboxPath } from "@deskhand/contract/inboxes/inbox"
import { PlusAddressTest } from "@deskhand/contract/mail/outgoing-mail"
import { notFound } from "../../errors.ts"
import { route } from "../../http/route.ts"
import { findInbox } from "../../inboxes/queries.ts"
import { testPlusAddress } from "./probe.ts"

export const postPlusAddressTest = route({
  method: "POST",
  url: "/v2/mailboxes/:mailboxId/plus-address-test",
  permission: "inboxes:write",
  summary: "Send a test mail to an inbox's own plus address",
  path: InboxPath,
  answers: { 200: PlusAddressTest },
  repeatable: false,
  async handle({ desk, db, viewer, path }) {
    const inbox = await findInbox(db, viewer, path.mailboxId)
    if (!inbox) throw notFound()
    return { status: 200, body: await testPlusAddress(desk, inbox) }
  },
})
