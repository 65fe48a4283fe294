import { forgetExpired } from "./auth/forget.ts"
import { enqueueLateScans, scanAttachment } from "./conversations/attachments/scan.ts"
import { removeOrphans } from "./conversations/attachments/sweep.ts"
import { finishRemoval } from "./conversations/customer-removal.ts"
import { wakeDue } from "./conversations/snooze.ts"
import { sendScheduled } from "./conversations/threads/send-scheduled.ts"
import { gatherMembers, releaseMembers } from "./customers/members.ts"
import { sql } from "./db/db.ts"
import { forgetOldKeys } from "./http/idempotency.ts"
import { forgetOldMinutes } from "./http/rate-limit.ts"
import type { Job } from "./jobs/worker.ts"

/** Every job of the service. */
export const jobs: Job[] = [
  {
    name: "counters.settle",
    every: "* * * * *",
    work: async ({ db }) => {
      await db.run(sql`select settle_counts()`)
    },
  },
  {
    name: "auth.forget-expired",
    every: "7 * * * *",
    work: ({ db, now }) => forgetExpired(db, now()),
  },
  {
    name: "http.forget-old",
    every: "11 * * * *",
    work: async ({ db, now }) => {
      await forgetOldKeys(db, now())
      await forgetOldMinutes(db, now())
    },
  },
  { name: "threads.send-scheduled", everySeconds: 1, work: sendScheduled },
  { name: "customers.remove", work: finishRemoval },
  { name: "organizations.gather", work: gatherMembers },
  { name: "organizations.remove", work: releaseMembers },
  { name: "conversations.wake", everySeconds: 1, work: wakeDue },
  { name: "attachments.scan", work: scanAttachment },
  { name: "attachments.scan-late", every: "*/5 * * * *", work: enqueueLateScans },
  { name: "attachments.remove-orphans", every: "23 */6 * * *", work: removeOrphans },
]
