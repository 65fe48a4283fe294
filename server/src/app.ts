import type { Writable } from "node:stream"
import type { FastifyInstance } from "fastify"
import { getAccount, putAccount } from "./account/routes.ts"
import { getAuditLog } from "./audit/routes.ts"
import { AuthCache } from "./auth/auth-cache.ts"
import { authenticating } from "./auth/authenticate.ts"
import { deleteApp, getApp, getApps, getAppUsers, postApp, postAppSecret, putApp } from "./auth/oauth/app-routes.ts"
import { authorizePage, authorizePageAlias, decideAuthorization } from "./auth/oauth/authorize-routes.ts"
import { getServerMetadata, postRevocation, postToken } from "./auth/oauth/token-routes.ts"
import { deleteOtherSessions, deleteOwnSession, getOwnSessions } from "./auth/sessions/own-session-routes.ts"
import { postReset, postResetCheck, postResetLink, putReset } from "./auth/sessions/reset-routes.ts"
import {
  deleteSession,
  getSession,
  postSession,
  putSessionEmail,
  putSessionPassword,
} from "./auth/sessions/session-routes.ts"
import { deleteOwnToken, getOwnTokens, postOwnToken } from "./auth/tokens/routes.ts"
import { deleteSystemUser, deleteUser } from "./auth/user-routes.ts"
import { getBulkAction, getBulkActions, postBulkAction, postBulkActionUndo } from "./bulk/routes.ts"
import { deleteAttachment, postAttachment } from "./conversations/attachments/changing-routes.ts"
import { addScanMetrics } from "./conversations/attachments/metrics.ts"
import { getAttachment, getAttachmentData, getAttachmentFile } from "./conversations/attachments/routes.ts"
import {
  deleteConversation,
  deleteSnooze,
  patchConversation,
  putConversationFields,
  putConversationTags,
  putSnooze,
} from "./conversations/editing/change-routes.ts"
import { deleteFollower, getFollowers, putFollower } from "./conversations/followers/routes.ts"
import { deleteRead, getUnread, putRead } from "./conversations/reads/routes.ts"
import { getConversations, getConversationV2, getConversationV3, postConversation } from "./conversations/routes.ts"
import { getThread, getThreadsV2, getThreadsV3 } from "./conversations/threads/reading/routes.ts"
import {
  postChat,
  postCustomerThread,
  postNote,
  postPhoneCall,
  postReply,
} from "./conversations/threads/writing/adding-routes.ts"
import {
  deleteThread,
  deleteThreadSchedule,
  getOriginalSource,
  patchThread,
  patchThreadSchedule,
  putThreadSchedule,
} from "./conversations/threads/writing/changing-routes.ts"
import {
  deleteCustomerProperty,
  getCustomerProperties,
  getCustomerProperty,
  patchCustomerValues,
  postCustomerProperty,
} from "./customers/properties/routes.ts"
import {
  chatRoutes,
  deleteCustomerAddress,
  emailRoutes,
  getCustomerAddress,
  phoneRoutes,
  postCustomerAddress,
  putCustomerAddress,
  socialProfileRoutes,
  websiteRoutes,
} from "./customers/routes/part-routes.ts"
import { deleteCustomer, postCustomerMerge } from "./customers/routes/removal-routes.ts"
import {
  getCustomer,
  getCustomers,
  getCustomersByCursor,
  patchCustomer,
  postCustomer,
  putCustomer,
} from "./customers/routes/routes.ts"
import {
  deleteMailConnection,
  getMailConnection,
  getMailConnections,
  postMailConnection,
  postMailConnectionTest,
  postMailConnectionTrial,
  putMailConnection,
} from "./email/connections/routes.ts"
import { getMessageDetails, getReceived, getSent } from "./email/ledger/routes.ts"
import {
  getConversationMail,
  getMessage,
  getMessages,
  getRawMessage,
  postInbound,
  postMessageDecision,
  postMessageRerun,
} from "./email/messages/routes.ts"
import { addMailMetrics } from "./email/metrics.ts"
import { postPlusAddressTest } from "./email/plus-addresses/routes.ts"
import {
  getInboxOutgoing,
  getMailStatus,
  getMailStatuses,
  postOutgoingDrop,
  postOutgoingSend,
} from "./email/send/routes.ts"
import { deleteMailSender, getMailSender, getMailSenders } from "./email/senders/routes.ts"
import { addEventMetrics } from "./events/metrics.ts"
import { getEvents } from "./events/routes.ts"
import { openStreams } from "./events/stream-routes.ts"
import { getErrorPage, getErrorPages } from "./http/errors/pages.ts"
import { getHealth, getReadiness } from "./http/health.ts"
import { createMetrics } from "./http/metrics.ts"
import { referenceRoutes } from "./http/reference/reference.ts"
import type { Desk, Route } from "./http/route.ts"
import { buildServer } from "./http/server.ts"
import {
  deleteInboxField,
  getInboxField,
  getInboxFields,
  postInboxField,
  putInboxField,
} from "./inboxes/fields/routes.ts"
import {
  deleteInboxFolder,
  getInboxFolder,
  getInboxFolders,
  postInboxFolder,
  putInboxFolder,
} from "./inboxes/folders/routes.ts"
import { deleteInbox, getInbox, getInboxes, postInbox, putInbox, putInboxUsers } from "./inboxes/routes.ts"
import {
  deleteSavedReply,
  getSavedReplies,
  getSavedReply,
  postSavedReply,
  putSavedReply,
} from "./inboxes/saved-replies/routes.ts"
import { addJobMetrics } from "./jobs/metrics.ts"
import { postContinue, postForward, postMerge, postSplit } from "./merging/routes.ts"
import {
  deletePushSubscription,
  getPushKey,
  getPushSubscriptions,
  postPushSubscription,
} from "./notifications/push/routes.ts"
import { getNotifications, putReadNotification, putReadNotifications } from "./notifications/routes.ts"
import { getOrganizationConversations, getOrganizationCustomers } from "./organizations/member-routes.ts"
import {
  deleteOrganizationProperty,
  deleteOrganizationValue,
  getOrganizationProperties,
  getOrganizationProperty,
  postOrganizationProperty,
  putOrganizationProperty,
  putOrganizationValue,
} from "./organizations/properties/routes.ts"
import {
  deleteOrganization,
  getOrganization,
  getOrganizations,
  postOrganization,
  putOrganization,
} from "./organizations/routes.ts"
import { deleteOwnPresence, getPresence, putOwnPresence } from "./presence/routes.ts"
import { PresenceWatch } from "./presence/watch.ts"
import { getQuickSearch } from "./quick-search/routes.ts"
import { getRatingPage, postRatingPage } from "./ratings/page-routes.ts"
import { getRating, getRatings } from "./ratings/routes.ts"
import { getOfficeHours, putOfficeHours } from "./reports/office-hours/routes.ts"
import { reportRoutes } from "./reports/routes.ts"
import { getInboxRouting, putInboxRouting } from "./routing/routes.ts"
import { getConversationRouting } from "./routing/waiting/routes.ts"
import { deleteSampleConversations, getFirstSteps } from "./setup/first-steps/routes.ts"
import { getSetup, postSetup } from "./setup/routes.ts"
import { postTagMerge } from "./tags/merge-routes.ts"
import { deleteTag, getTag, getTags, postTag, putTag } from "./tags/routes.ts"
import { deleteTeam, getTeam, getTeamMembers, getTeams, postTeam, putTeam, putTeamMembers } from "./teams/routes.ts"
import { getPreferences, putPreferences } from "./users/preferences/routes.ts"
import { getOwnUser, getUser, getUsers, postUser, putOwnUser, putUser } from "./users/routes.ts"
import {
  getReassignment,
  getUserStatus,
  getUserStatuses,
  putReassignment,
  putUserStatus,
} from "./users/statuses/routes.ts"
import { getSystemUser, getSystemUsers, postSystemUser, putSystemUser } from "./users/system-users/routes.ts"
import { deleteView, getView, getViews, postView, putView } from "./views/routes.ts"
import { pagesBeside } from "./web/pages.ts"
import { getConversationPage, getPicture } from "./web/routes.ts"
import { addWebhookMetrics } from "./webhooks/deliveries/metrics.ts"
import { getDeliveries, getDelivery, postDeliveryReplay, postReplay, postTest } from "./webhooks/deliveries/routes.ts"
import { deleteWebhook, getWebhook, getWebhooks, postWebhook, putWebhook } from "./webhooks/routes.ts"

import {
  deleteWorkflow,
  getWorkflow,
  getWorkflows,
  patchWorkflow,
  postWorkflow,
  postWorkflowDryRun,
  postWorkflowRun,
  putWorkflow,
} from "./workflows/routes.ts"

/** Every URL of the service. */
export const routes: Route[] = [
  authorizePage,
  authorizePageAlias,
  decideAuthorization,
  postToken,
  postRevocation,
  getServerMetadata,
  postSession,
  getSession,
  deleteSession,
  putSessionPassword,
  putSessionEmail,
  postReset,
  postResetCheck,
  putReset,
  getSetup,
  postSetup,
  getOwnTokens,
  postOwnToken,
  deleteOwnToken,
  getApps,
  getApp,
  getAppUsers,
  postApp,
  putApp,
  postAppSecret,
  deleteApp,
  getOwnSessions,
  deleteOwnSession,
  deleteOtherSessions,
  getConversations,
  postConversation,
  getConversationV2,
  getConversationV3,
  patchConversation,
  deleteConversation,
  putConversationTags,
  putConversationFields,
  putSnooze,
  deleteSnooze,
  putRead,
  deleteRead,
  getUnread,
  getFollowers,
  putFollower,
  deleteFollower,
  postMerge,
  postForward,
  postSplit,
  postContinue,
  getConversationRouting,
  getThreadsV2,
  getThreadsV3,
  getThread,
  patchThread,
  deleteThread,
  getOriginalSource,
  putThreadSchedule,
  patchThreadSchedule,
  deleteThreadSchedule,
  postCustomerThread,
  postReply,
  postNote,
  postChat,
  postPhoneCall,
  getAttachment,
  getAttachmentData,
  getAttachmentFile,
  postAttachment,
  deleteAttachment,
  getConversationPage,
  getPicture,
  getCustomers,
  getCustomersByCursor,
  postCustomer,
  getCustomer,
  putCustomer,
  patchCustomer,
  deleteCustomer,
  postCustomerMerge,
  getCustomerAddress,
  postCustomerAddress,
  putCustomerAddress,
  deleteCustomerAddress,
  ...emailRoutes,
  ...phoneRoutes,
  ...chatRoutes,
  ...socialProfileRoutes,
  ...websiteRoutes,
  patchCustomerValues,
  getCustomerProperties,
  postCustomerProperty,
  getCustomerProperty,
  deleteCustomerProperty,
  getOrganizations,
  postOrganization,
  getOrganizationProperties,
  postOrganizationProperty,
  getOrganizationProperty,
  putOrganizationProperty,
  deleteOrganizationProperty,
  getOrganization,
  putOrganization,
  deleteOrganization,
  putOrganizationValue,
  deleteOrganizationValue,
  getOrganizationCustomers,
  getOrganizationConversations,
  getInboxes,
  getInbox,
  postInbox,
  putInbox,
  deleteInbox,
  putInboxUsers,
  getInboxOutgoing,
  postOutgoingSend,
  postOutgoingDrop,
  getMailStatus,
  getMailStatuses,
  getInboxFolders,
  getInboxFolder,
  postInboxFolder,
  putInboxFolder,
  deleteInboxFolder,
  getInboxFields,
  getInboxField,
  postInboxField,
  putInboxField,
  deleteInboxField,
  getInboxRouting,
  putInboxRouting,
  getSavedReplies,
  getSavedReply,
  postSavedReply,
  putSavedReply,
  deleteSavedReply,
  getRatings,
  getRating,
  getTags,
  getTag,
  postTag,
  putTag,
  deleteTag,
  postTagMerge,
  getTeams,
  getTeam,
  postTeam,
  putTeam,
  deleteTeam,
  getTeamMembers,
  putTeamMembers,
  getUsers,
  getOwnUser,
  putOwnUser,
  getUserStatuses,
  getUser,
  postUser,
  putUser,
  deleteUser,
  postResetLink,
  getUserStatus,
  putUserStatus,
  getReassignment,
  putReassignment,
  getSystemUsers,
  getSystemUser,
  postSystemUser,
  putSystemUser,
  deleteSystemUser,
  getMailConnections,
  getMailConnection,
  postMailConnection,
  putMailConnection,
  deleteMailConnection,
  postMailConnectionTest,
  postMailConnectionTrial,
  postPlusAddressTest,
  getWebhooks,
  getWebhook,
  postWebhook,
  putWebhook,
  deleteWebhook,
  getDeliveries,
  getDelivery,
  postDeliveryReplay,
  postReplay,
  postTest,
  getWorkflows,
  getWorkflow,
  postWorkflow,
  putWorkflow,
  patchWorkflow,
  deleteWorkflow,
  postWorkflowRun,
  postWorkflowDryRun,
  postInbound,
  getMessages,
  getMessage,
  getRawMessage,
  postMessageRerun,
  postMessageDecision,
  getMailSenders,
  getMailSender,
  deleteMailSender,
  getConversationMail,
  getReceived,
  getMessageDetails,
  getSent,
  getBulkActions,
  getBulkAction,
  postBulkAction,
  postBulkActionUndo,
  getAccount,
  getFirstSteps,
  deleteSampleConversations,
  putAccount,
  getPreferences,
  putPreferences,
  getNotifications,
  putReadNotifications,
  putReadNotification,
  getPushKey,
  getPushSubscriptions,
  postPushSubscription,
  deletePushSubscription,
  getAuditLog,
  ...reportRoutes,
  getOfficeHours,
  putOfficeHours,
  getViews,
  getView,
  postView,
  putView,
  deleteView,
  getQuickSearch,
  getPresence,
  putOwnPresence,
  deleteOwnPresence,
  getEvents,
  getRatingPage,
  postRatingPage,
  getErrorPages,
  getErrorPage,
  getHealth,
  getReadiness,
]

export function buildApp(desk: Desk, log?: Writable): FastifyInstance {
  const authCache = new AuthCache(desk.config.visitorMemory)
  const authenticate = authenticating(authCache)
  const metrics = createMetrics(desk)
  const streams = openStreams(desk, {
    authenticate,
    onAccessEnded: () => authCache.clear(),
    passing: new PresenceWatch(desk),
  })
  addJobMetrics(metrics.registry, desk.db)
  addEventMetrics(metrics.registry, { db: desk.db, streams: streams.open })
  addMailMetrics(metrics.registry, desk.db)
  addWebhookMetrics(metrics.registry, desk.db)
  addScanMetrics(metrics.registry, desk.db)
  const all = [...routes, streams.route, metrics.route]
  // The reference describes itself too: it reads the list when it is first asked for.
  all.push(...referenceRoutes(all))
  const app = buildServer({
    desk,
    routes: all,
    authenticate,
    pages: pagesBeside(all),
    onRightsChanged: () => authCache.clear(),
    ...(log && { log }),
    onAnswer: metrics.onAnswer,
  })
  app.addHook("preClose", streams.close)
  return app
}
