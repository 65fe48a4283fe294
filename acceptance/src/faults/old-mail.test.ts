import { after, before, describe, test } from "node:test"
import { importOldMail } from "../mail/old-mail.ts"
import { fetchingAnywhere } from "../mail/receiving-kills.ts"
import { HookedDesk } from "../webhooks/hooked-desk.ts"

let desk: HookedDesk

before(async () => {
  desk = await HookedDesk.open(fetchingAnywhere)
})
after(() => desk.close())

/** Few here; `npm run -s faults -- --of old-mail` takes a thousand. */
describe("a mailbox with old mail that is connected", () => {
  for (const status of ["closed", "active"] as const)
    test(`sends nobody anything, and makes conversations that are ${status}`, async () => {
      await importOldMail({ desk, messages: 30, status })
    })
})
