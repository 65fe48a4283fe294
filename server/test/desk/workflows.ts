import assert from "node:assert/strict"
import type { NewWorkflow, Workflow } from "@deskhand/contract/inboxes/workflow"
import { sql } from "../../src/db/db.ts"
import { workflowReactions } from "../../src/workflows/react.ts"
import { dispatch } from "../peers/dispatch.ts"
import { numberAll } from "../peers/events.ts"
import { type HookedDesk, hookedDesk } from "../peers/webhooks.ts"
import type { Reply } from "./desk.ts"

/** A desk whose workflows run when a test says so. */
export interface WorkingDesk extends HookedDesk {
  /** An active one of Support that adds a note, but for these changes. Gives its id. */
  add(changes: Partial<NewWorkflow>): Promise<number>
  /** The answer to one that may be wrong. */
  offer(changes: Record<string, unknown>, token?: string): Promise<Reply>
  workflow(id: number): Promise<Workflow>
  /** Until nothing sets anything off any more. */
  work(): Promise<void>
  /** A new tag. */
  tag(name: string): Promise<number>
  tagsOf(conversationId: number): Promise<string[]>
  /** All workflows are gone, and whatever has happened was heard. */
  clear(): Promise<void>
}

export async function workingDesk(): Promise<WorkingDesk> {
  const on = await hookedDesk()
  const { desk, ids, ada } = on
  // Nobody is given what these tests make.
  await desk.db.run(sql`update routing set state = 'disabled'`)
  const offer: WorkingDesk["offer"] = (changes, token = ada) =>
    desk.send("POST", "/v2/workflows", {
      token,
      body: {
        mailboxId: ids.inboxes.support,
        type: "automatic",
        name: "Sort",
        status: "active",
        conditions: { on: ["convo.created"] },
        actions: [{ type: "note", text: "Sorted" }],
        ...changes,
      },
    })
  /** Grows with every event that a reaction has heard. */
  const reached = async () =>
    (await desk.db.one<{ sum: number }>(sql`select coalesce(sum(number), 0) as sum from event_cursors`)).sum
  const working: WorkingDesk = {
    ...on,
    offer,
    async add(changes) {
      const answer = await offer(changes)
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      return Number(answer.headers.get("resource-id"))
    },
    async workflow(id) {
      const { status, body } = await desk.get(`/v2/workflows/${id}`, ada)
      assert.equal(status, 200)
      return body
    },
    async work() {
      // What they do is heard too.
      for (let [before, now] = [-1, await reached()]; now > before; [before, now] = [now, await reached()]) {
        await numberAll(desk.db)
        for (const reaction of workflowReactions) {
          const hearing = { now: desk.clock.now, origin: desk.origin, log: desk.app.log }
          while (await dispatch(desk.db, reaction, hearing));
        }
      }
      assert.equal((await desk.db.many(sql`select from failed_reactions`)).length, 0)
      assert.equal((await desk.db.many(sql`select from event_cursors where failing is not null`)).length, 0)
    },
    async tag(name) {
      const { headers } = await desk.send("POST", "/v2/tags", { token: ada, body: { name } })
      return Number(headers.get("resource-id"))
    },
    async tagsOf(conversationId) {
      const { conversation } = await on.read(conversationId)
      return conversation.tags.map(({ tag }: { tag: string }) => tag).sort()
    },
    async clear() {
      await desk.db.run(sql`delete from workflows`)
      await working.work()
    },
  }
  await working.clear()
  return working
}
