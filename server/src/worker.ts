import { daysBefore, findRetention } from "./account/retention.ts"
import { forgetExpired } from "./auth/forget.ts"
import { deleteBulksBefore } from "./bulk/queries.ts"
import { bulkJob, runBulk } from "./bulk/run.ts"
import { enqueueLateScans, scanAttachment } from "./conversations/attachments/scan.ts"
import { removeOrphans } from "./conversations/attachments/sweep.ts"
import { wakeDue } from "./conversations/editing/snooze.ts"
import { purgeDeleted } from "./conversations/remove.ts"
import { sendScheduled } from "./conversations/threads/scheduling/send-scheduled.ts"
import { settleCounts } from "./counters/settle.ts"
import { gatherMembers, releaseMembers } from "./customers/members.ts"
import { removeExpiredDefinitions as removeExpiredCustomerProperties } from "./customers/properties/actions.ts"
import { removeRawMail } from "./email/receive/remove-raw.ts"
import { forgetMail } from "./email/send/forget.ts"
import { judgeLater } from "./email/trust/judge-later.ts"
import { enqueueLateMailScans, enqueueMailScans, scanMailJob, scanMessage } from "./email/trust/scan.ts"
import { pruneFeed } from "./events/prune.ts"
import { forgetOldKeys } from "./http/idempotency.ts"
import { forgetOldMinutes } from "./http/rate-limit.ts"
import { removeFieldValues } from "./inboxes/fields/remove-values.ts"
import type { Job } from "./jobs/worker.ts"
import { finishRemoval } from "./merging/customer-removal.ts"
import { finishTagMerge, tagMergeJob } from "./merging/tag-merge.ts"
import { pushJob, sendPush } from "./notifications/push/send.ts"
import { deleteOldNotifications } from "./notifications/queries.ts"
import { removeExpiredDefinitions as removeExpiredOrganizationProperties } from "./organizations/properties/actions.ts"
import { deleteLapsed } from "./presence/queries.ts"
import { reactions } from "./reactions.ts"
import { fillReports } from "./reports/facts/fill.ts"
import { refreshJob, refreshReports } from "./reports/facts/react.ts"
import { drainAll, drainInbox, drainJob } from "./routing/waiting/drain.ts"
import { releaseAway, releaseConversations, releaseJob } from "./routing/waiting/release.ts"
import { forgetDeliveries } from "./webhooks/deliveries/forget.ts"
import { removeDeliveries } from "./webhooks/deliveries/remove.ts"
import { replayDeliveries, replayJob } from "./webhooks/deliveries/replay.ts"
import { runDue } from "./workflows/due.ts"
import { forgetRuns } from "./workflows/run-queries.ts"

/** Every job of the service. */
export const jobs: Job[] = [
  {
    name: "counters.settle",
    everySeconds: 1,
    work: ({ db }, _payload, signal) => settleCounts(db, signal),
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
  {
    name: "events.forget-old",
    every: "17 * * * *",
    work: async ({ db, now, config }, _payload, signal) => {
      const since = daysBefore(now(), (await findRetention(db, config)).eventDays)
      await pruneFeed(db, { since, reactions: reactions.map(({ name }) => name) }, signal)
    },
  },
  { name: "presence.forget-old", every: "* * * * *", work: ({ db, now }) => deleteLapsed(db, now()) },
  { name: "webhooks.forget-old", every: "37 * * * *", work: forgetDeliveries },
  { name: "mail.forget-old", every: "43 * * * *", work: forgetMail },
  { name: "mail.remove-raw", every: "53 * * * *", work: removeRawMail },
  { name: "threads.send-scheduled", everySeconds: 1, work: sendScheduled },
  { name: "customers.remove", work: finishRemoval },
  { name: tagMergeJob, work: finishTagMerge },
  { name: "customer-properties.remove", every: "13 * * * *", work: removeExpiredCustomerProperties },
  { name: "organization-properties.remove", every: "19 * * * *", work: removeExpiredOrganizationProperties },
  { name: "organizations.gather", work: gatherMembers },
  { name: "organizations.remove", work: releaseMembers },
  { name: "conversations.purge", every: "29 * * * *", work: purgeDeleted },
  { name: "conversations.wake", everySeconds: 1, work: wakeDue },
  { name: "conversations.release-away", everySeconds: 1, work: releaseAway },
  { name: releaseJob, work: releaseConversations },
  { name: bulkJob, work: (desk, payload, signal) => runBulk(desk, payload, signal) },
  {
    name: "bulk.forget-old",
    every: "41 * * * *",
    work: ({ db, now }) => deleteBulksBefore(db, new Date(now().getTime() - 86_400_000)),
  },
  { name: pushJob, work: sendPush },
  {
    name: "notifications.forget-old",
    every: "59 * * * *",
    work: ({ db, now }) => deleteOldNotifications(db, now()),
  },
  { name: "reports.fill", everySeconds: 5, work: fillReports },
  { name: refreshJob, work: refreshReports },
  { name: drainJob, work: drainInbox },
  { name: "routing.drain-all", every: "* * * * *", work: drainAll },
  { name: "fields.remove-values", work: removeFieldValues },
  { name: "attachments.scan", work: scanAttachment },
  { name: "attachments.scan-late", every: "*/5 * * * *", work: enqueueLateScans },
  { name: scanMailJob, work: scanMessage },
  { name: "mail.judge", everySeconds: 1, work: judgeLater },
  { name: "mail.scan-new", everySeconds: 1, work: enqueueMailScans },
  { name: "mail.scan-late", every: "*/5 * * * *", work: enqueueLateMailScans },
  { name: "attachments.remove-orphans", every: "23 */6 * * *", work: removeOrphans },
  { name: "webhooks.remove", work: removeDeliveries },
  { name: replayJob, work: replayDeliveries },
  { name: "workflows.run-due", everySeconds: 5, work: runDue },
  { name: "workflows.forget-old", every: "47 * * * *", work: ({ db, now }) => forgetRuns(db, now()) },
]
