import type {
  ListedWorkflow,
  NewWorkflow,
  NewWorkflowDryRun,
  WorkflowPage as PageSchema,
  Workflow,
  WorkflowAction,
  WorkflowConditions,
  WorkflowQuery,
} from "@deskhand/contract/inboxes/workflow"
import type {
  WorkflowDryRun,
  WorkflowOccasion,
  WorkflowRun,
  WorkflowRunResults,
} from "@deskhand/contract/inboxes/workflow-run"
import type { Static } from "typebox"
import { type Filters, List } from "../transport/list.ts"
import { jsonOf, type Transport } from "../transport/transport.ts"
import {
  type Created,
  type CreateOptions,
  createHeaders,
  type WriteOptions,
  writeHeaders,
} from "../transport/writes.ts"

export type {
  ListedWorkflow,
  NewWorkflow,
  NewWorkflowDryRun,
  Workflow,
  WorkflowAction,
  WorkflowConditions,
  WorkflowDryRun,
  WorkflowOccasion,
  WorkflowRun,
  WorkflowRunResults,
}
export type WorkflowPage = Static<typeof PageSchema>

/** What the desk does by itself, or somebody with one key. */
export class Workflows extends List<Filters<WorkflowQuery>, WorkflowPage, ListedWorkflow> {
  constructor(transport: Transport) {
    super(transport, "/v2/workflows")
  }

  /** With its last runs. */
  get(id: number): Promise<Workflow> {
    return this.transport.read(`/v2/workflows/${id}`)
  }

  create(workflow: NewWorkflow, options: CreateOptions = {}): Promise<Created> {
    return this.transport.post("/v2/workflows", workflow, options)
  }

  /** All of it; without an order it stays where it is, without a status it is inactive. */
  replace(id: number, workflow: NewWorkflow, options: WriteOptions = {}): Promise<void> {
    return this.transport.put(`/v2/workflows/${id}`, workflow, options)
  }

  async setStatus(id: number, status: "active" | "inactive", options: WriteOptions = {}): Promise<void> {
    const json = { op: "replace", path: "/status", value: status }
    await this.transport.send("PATCH", `/v2/workflows/${id}`, { json, headers: writeHeaders(options) })
  }

  /** Those of an inbox run in their order. */
  async setOrder(id: number, order: number, options: WriteOptions = {}): Promise<void> {
    const json = { op: "replace", path: "/order", value: order }
    await this.transport.send("PATCH", `/v2/workflows/${id}`, { json, headers: writeHeaders(options) })
  }

  delete(id: number, options: WriteOptions = {}): Promise<void> {
    return this.transport.delete(`/v2/workflows/${id}`, options)
  }

  /** Runs a manual one on some conversations, and reports what came of each. */
  async run(id: number, conversationIds: number[], options: CreateOptions = {}): Promise<WorkflowRunResults> {
    const headers = { ...createHeaders(options), Prefer: "return=representation" }
    return jsonOf(await this.transport.send("POST", `/v2/workflows/${id}/run`, { json: { conversationIds }, headers }))
  }

  /** How many of the newest conversations such conditions would find; nothing is changed. */
  async dryRun(given: NewWorkflowDryRun): Promise<WorkflowDryRun> {
    return jsonOf(await this.transport.send("POST", "/v2/workflows/dry-run", { json: given }))
  }
}
