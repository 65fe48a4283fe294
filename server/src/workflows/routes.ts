import {
  NewWorkflow,
  NewWorkflowDryRun,
  Workflow,
  WorkflowPage,
  WorkflowPath,
  WorkflowQuery,
} from "@deskhand/contract/inboxes/workflow"
import { NewWorkflowRun, WorkflowDryRun, WorkflowRunResults } from "@deskhand/contract/inboxes/workflow-run"
import { Patch } from "@deskhand/contract/patch"
import type { Db } from "../db/db.ts"
import { notFound } from "../errors.ts"
import { created, noContent, pageOf, pageRequest, resource } from "../http/hal.ts"
import { refuseStale } from "../http/input/if-match.ts"
import { operationsOf, placeIn, readBy, refuseOtherThan, wordIn } from "../http/input/patch.ts"
import { prefersRepresentation, representationApplied } from "../http/input/prefer.ts"
import { type Answer, type Call, route } from "../http/route.ts"
import { changeWorkflow, createWorkflow, overwriteWorkflow, removeWorkflow, type WorkflowWish } from "./actions.ts"
import { dryRun } from "./dry-run.ts"
import { presentWholeWorkflow, presentWorkflow } from "./present.ts"
import { countWorkflows, findWorkflow, listWorkflows } from "./queries.ts"
import { runWorkflow } from "./run.ts"
import { listRuns } from "./run-queries.ts"

export const getWorkflows = route({
  method: "GET",
  url: "/v2/workflows",
  permission: "conversations:read",
  summary: "List workflows of inboxes that you may see, in the order in which they run",
  query: WorkflowQuery,
  answers: { 200: WorkflowPage },
  async handle({ db, viewer, query, origin, request }) {
    const page = pageRequest(query, 50)
    const [rows, total] = await Promise.all([
      listWorkflows(db, viewer, { query, page }),
      countWorkflows(db, viewer, query),
    ])
    const items = rows.map((row) => presentWorkflow(row, origin))
    return pageOf(origin, request.url, { name: "workflows", items, total, request: page })
  },
})

export const getWorkflow = route({
  method: "GET",
  url: "/v2/workflows/:workflowId",
  permission: "conversations:read",
  summary: "Get a workflow with its last runs and errors",
  path: WorkflowPath,
  answers: { 200: Workflow },
  handle: (call) => answerWorkflow(call),
})

export const postWorkflow = route({
  method: "POST",
  url: "/v2/workflows",
  permission: "workflows:write",
  summary: "Create a workflow",
  body: NewWorkflow,
  answers: { 201: "`Resource-ID` and `Location` name the new workflow", 409: "The inbox has as many as it can have" },
  async handle({ db, viewer, body, now, origin }) {
    const id = await createWorkflow(db, body, { viewer, now })
    return created(id, { Location: `${origin}/v2/workflows/${id}` })
  },
})

export const putWorkflow = route({
  method: "PUT",
  url: "/v2/workflows/:workflowId",
  permission: "workflows:write",
  summary: "Replace a workflow",
  path: WorkflowPath,
  body: NewWorkflow,
  answers: { 204: "Replaced" },
  async handle(call) {
    await overwriteWorkflow(call.db, { ...call.body, id: call.path.workflowId }, changeOf(call))
    return noContent
  },
})

export const patchWorkflow = route({
  method: "PATCH",
  url: "/v2/workflows/:workflowId",
  permission: "workflows:write",
  summary: "Activate or deactivate a workflow, by replacing `/status`, or move it, by replacing `/order`",
  path: WorkflowPath,
  body: Patch,
  answers: { 204: "Changed" },
  async handle(call) {
    const wishes = operationsOf(call.body).map((operation) => {
      refuseOtherThan(operation, "replace")
      return readBy<WorkflowWish>(
        {
          "/status": (operation) => ({ status: wordIn(operation, ["active", "inactive"]) }),
          "/order": (operation) => ({ order: placeIn(operation) }),
        },
        operation,
      )
    })
    await changeWorkflow(call.db, { id: call.path.workflowId, ...Object.assign({}, ...wishes) }, changeOf(call))
    return noContent
  },
})

export const deleteWorkflow = route({
  method: "DELETE",
  url: "/v2/workflows/:workflowId",
  permission: "workflows:write",
  summary: "Delete a workflow; what it did stays",
  path: WorkflowPath,
  answers: { 204: "Deleted" },
  async handle(call) {
    await removeWorkflow(call.db, call.path.workflowId, changeOf(call))
    return noContent
  },
})

export const postWorkflowRun = route({
  method: "POST",
  url: "/v2/workflows/:workflowId/run",
  permission: "conversations:write",
  summary:
    "Run a manual workflow on up to 50 conversations, in your own name; `Prefer: return=representation` asks for the results",
  path: WorkflowPath,
  body: NewWorkflowRun,
  answers: {
    200: WorkflowRunResults,
    204: "Run, on each conversation on which it could be; only the results say which those are",
    409: "It is automatic, or not active",
  },
  async handle({ db, viewer, path, body, now, origin, request }) {
    const results = await runWorkflow(db, { id: path.workflowId, ...body }, { viewer, now, origin })
    if (!prefersRepresentation(request)) return noContent
    return { status: 200, headers: representationApplied, body: { results } }
  },
})

export const postWorkflowDryRun = route({
  method: "POST",
  url: "/v2/workflows/dry-run",
  permission: "workflows:write",
  summary: "Find how many of the newest 1,000 conversations match; nothing is changed",
  body: NewWorkflowDryRun,
  answers: { 200: WorkflowDryRun },
  async handle({ db, viewer, body, now }) {
    return { status: 200, body: await dryRun(db, body, { viewer, now }) }
  },
})

type WorkflowCall = Call<unknown, { workflowId: number }>

function changeOf(call: WorkflowCall) {
  const check = (db: Db) => refuseStale(call, () => answerWorkflow({ ...call, db }))
  return { viewer: call.viewer, now: call.now, check }
}

async function answerWorkflow({ db, viewer, path, origin }: WorkflowCall): Promise<Answer> {
  const row = await findWorkflow(db, viewer, path.workflowId)
  if (!row) throw notFound()
  const [runs, errors] = await Promise.all([
    listRuns(db, row.id, { most: 25, troubled: false }),
    listRuns(db, row.id, { most: 10, troubled: true }),
  ])
  // Every run changes what is counted, and nobody who changes a workflow means that.
  const { counts: _counts, lastRunAt: _lastRunAt, ...steady } = presentWorkflow(row, origin)
  return resource(presentWholeWorkflow(row, { runs, errors }, origin), steady)
}
