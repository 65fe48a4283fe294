import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { Workflow } from "lucide-react"
import { conversationQuery } from "../../data/conversations/cache.ts"
import { selection } from "../../data/lists/selection.ts"
import { useStore } from "../../data/store.ts"
import { tellFailure } from "../../data/toasts.ts"
import { manualQuery } from "../../data/workflows.ts"
import { text } from "../../messages/text.ts"
import { registeredShortcuts } from "../../ui/keyboard/shortcuts.ts"
import { runWorkflow } from "../workflows/run-workflow.ts"
import type { Entry } from "./entry.ts"

/** Those that can be run on the open conversation, by their names. */
export function useWorkflowEntries(): Entry[] {
  const queryClient = useQueryClient()
  const { conversationId } = useParams({ strict: false })
  const selects = useStore(selection) !== undefined
  const mayRun =
    conversationId !== undefined && !selects && registeredShortcuts().some(({ name }) => name === "workflow")
  const { data: workflows = [] } = useQuery({ ...manualQuery, enabled: mayRun })
  const open = queryClient.getQueryData(conversationQuery(Number(conversationId)).queryKey)
  if (!mayRun || !open) return []
  return workflows
    .filter(({ mailboxId }) => mailboxId === open.mailboxId)
    .map(
      (workflow): Entry => ({
        id: `workflow-${workflow.id}`,
        label: text("palette.workflow", workflow),
        icon: <Workflow size={15} />,
        does: { run: () => void runWorkflow(queryClient, workflow, [open]).catch(tellFailure) },
      }),
    )
}
