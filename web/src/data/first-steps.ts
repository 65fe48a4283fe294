import type { FirstSteps } from "@deskhand/sdk/client"
import { queryOptions, useQuery } from "@tanstack/react-query"
import { desk } from "./client.ts"
import { inboxesQuery } from "./inboxes.ts"
import { usePreferences } from "./preferences.ts"
import { administers, useMe } from "./session.ts"

export const stepNames = ["mail", "invite", "reply", "samples"] as const
export type StepName = (typeof stepNames)[number]

export interface Step {
  name: StepName
  isDone: boolean
}

export const firstStepsQuery = queryOptions({ queryKey: ["first-steps"], queryFn: () => desk.account.firstSteps() })

export function stepsOf(state: FirstSteps): Step[] {
  const done: Record<StepName, boolean> = {
    mail: state.mailConnected,
    invite: state.teammateInvited,
    reply: state.replySent,
    samples: state.sampleConversations === 0,
  }
  return stepNames.map((name) => ({ name, isDone: done[name] }))
}

const isComplete = (state: FirstSteps) => stepsOf(state).every(({ isDone }) => isDone)

/** For owners and admins who have not hidden them, until all are done. A complete list is not read again. */
export function useOpenSteps(): Step[] | undefined {
  const me = useMe()
  const { firstSteps } = usePreferences()
  const isShown = administers(me) && firstSteps
  const { data } = useQuery({
    ...firstStepsQuery,
    enabled: ({ state }) => isShown && !(state.data && isComplete(state.data)),
  })
  return isShown && data && !isComplete(data) ? stepsOf(data) : undefined
}

/** The newest inbox: samples are older than what somebody made. */
export function useNewestInboxId(): number | undefined {
  const { data: inboxes = [] } = useQuery(inboxesQuery)
  return inboxes.length === 0 ? undefined : Math.max(...inboxes.map(({ id }) => id))
}
