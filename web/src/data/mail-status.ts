import type { InboxMailStatus } from "@deskhand/sdk/client"
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query"
import { listText } from "../messages/numbers.ts"
import { text } from "../messages/text.ts"
import { desk } from "./client.ts"
import { inboxesQuery } from "./inboxes.ts"

/** Whether mail goes out, of all inboxes. Events tell when it changes. */
export const outgoingStatusQuery = queryOptions({
  queryKey: ["outgoing-status"],
  queryFn: async () => (await desk.inboxes.mailStatuses())._embedded.mailStatus,
})

/** Why mail of one or several inboxes waits. */
export interface MailTrouble {
  reason: NonNullable<InboxMailStatus["reason"]>
  inboxIds: readonly number[]
  /** In the middle of a sentence, with the names of the inboxes. */
  words: string
  /** What the last attempt said. */
  problem: string | undefined
  /** The operator's own relay cannot be changed in the settings. */
  isOperators: boolean
}

interface NamedInbox {
  id: number
  name: string
}

/** Inboxes with the same trouble stand together. */
export function troublesOf(statuses: readonly InboxMailStatus[], inboxes: readonly NamedInbox[]): MailTrouble[] {
  const groups = Map.groupBy(
    statuses.filter(({ canSend }) => !canSend),
    ({ reason = "failing", problem = "", sendsThrough }) => `${reason} ${sendsThrough} ${problem}`,
  )
  return [...groups.values()].flatMap((group) => {
    const inboxIds = group.map(({ mailboxId }) => mailboxId)
    const names = inboxes.filter(({ id }) => inboxIds.includes(id)).map(({ name }) => name)
    const [{ reason = "failing", problem, sendsThrough } = group[0] ?? {}] = group
    if (names.length === 0) return []
    // A desk on which nobody has set up mail yet needs no list of its inboxes.
    const isAll = group.length === statuses.length && group.length > 1 && reason === "not-set-up"
    const words = isAll ? text("mail.reason.nowhere") : text(`mail.reason.${reason}`, { inbox: listed(names) })
    return [{ reason, inboxIds, words, problem, isOperators: sendsThrough === "relay" }]
  })
}

/** As many are named; how many more there are is said. */
const mostNames = 3

function listed(names: readonly string[]): string {
  if (names.length <= mostNames) return listText(names)
  return text("mail.moreInboxes", { names: names.slice(0, mostNames).join(", "), count: names.length - mostNames })
}

/** What gives the troubles of one inbox, or without one of all that there are. Nothing until they are known. */
export function useMailTroubles(): (inboxId?: number) => MailTrouble[] {
  const { data: statuses = [] } = useQuery(outgoingStatusQuery)
  const { data: inboxes = [] } = useQuery(inboxesQuery)
  return (inboxId) =>
    troublesOf(
      statuses.filter(({ mailboxId }) => inboxId === undefined || mailboxId === inboxId),
      inboxes,
    )
}

/** As far as this page knows at the moment. */
export function knownTrouble(queryClient: QueryClient, inboxId: number): MailTrouble | undefined {
  const statuses = queryClient.getQueryData(outgoingStatusQuery.queryKey) ?? []
  const inboxes = queryClient.getQueryData(inboxesQuery.queryKey) ?? []
  return troublesOf(
    statuses.filter(({ mailboxId }) => mailboxId === inboxId),
    inboxes,
  )[0]
}
