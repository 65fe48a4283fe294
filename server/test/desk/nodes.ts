import assert from "node:assert/strict"
import type { FastifyInstance } from "fastify"
import { buildApp, routes } from "../../src/app.ts"
import { authenticating } from "../../src/auth/authenticate.ts"
import { Visitors } from "../../src/auth/visitors.ts"
import { openOutgoing } from "../../src/http/outgoing/safe-fetch.ts"
import type { Desk } from "../../src/http/route.ts"
import { buildServer } from "../../src/http/server.ts"
import type { TestDesk } from "./desk.ts"

export interface Reading {
  path: string
  token: string
}

/** Status, entity tag and body of an answer. */
type Answer = [status: number, etag: unknown, body: unknown]

/** Compares what two nodes of a desk answer, after each of a series of changes, with a node whose caches are empty. */
export interface ChangeWatch {
  /** Checks that a change shows at once, on the node that it was made through and on another one that has cached it. */
  assertShown(change: () => Promise<unknown>): Promise<void>
  close(): Promise<void>
}

export function watchChanges(desk: TestDesk, readings: () => Reading[]): ChangeWatch {
  const node = nodeOf(desk)
  const other = buildApp(node)
  const here = async ({ path, token }: Reading): Promise<Answer> => {
    const { status, headers, body } = await desk.get(path, token)
    return [status, headers.get("etag") ?? undefined, status === 404 ? undefined : body]
  }
  const there = (reading: Reading) => inject(desk, other, reading)
  /** The answers after the last change, which are those before the next. */
  const known = new Map<string, Answer>()
  const keyOf = ({ path, token }: Reading) => `${token} ${path}`
  return {
    async assertShown(change) {
      const before = readings()
      const unread = before.filter((reading) => !known.has(keyOf(reading)))
      for (const [at, answer] of (await Promise.all(unread.map(here))).entries()) known.set(keyOf(unread[at]!), answer)
      await Promise.all(unread.map(there))
      const answersBefore = before.map((reading) => known.get(keyOf(reading)))
      await change()
      const after = readings()
      const [answers, others] = [await Promise.all(after.map(here)), await Promise.all(after.map(there))]
      assert.notDeepEqual(answers, answersBefore, "nothing of the change is seen")
      const truth = await readUncached(desk, after)
      assert.deepEqual([answers, others], [truth, truth])
      known.clear()
      for (const [at, answer] of answers.entries()) known.set(keyOf(after[at]!), answer)
    },
    async close() {
      await other.close()
      node.outgoing.close()
    },
  }
}

/** What a new node answers. It has only the routes that read, because to build all of them takes longer than to ask. */
export async function readUncached(desk: TestDesk, readings: Reading[]): Promise<Answer[]> {
  const node = nodeOf(desk)
  const app = buildServer({
    desk: node,
    routes: routes.filter(({ method, url }) => method === "GET" && readUrls.test(url)),
    authenticate: authenticating(new Visitors(0)),
    onAnswer() {},
  })
  const answers = await Promise.all(readings.map((reading) => inject(desk, app, reading)))
  await app.close()
  node.outgoing.close()
  return answers
}

const readUrls = /^\/v[23]\/(conversations|customers|organizations)(\/:\w+(\/\w+)?)?$/

function nodeOf({ config, appDb: db, files, clock }: TestDesk): Desk & { outgoing: ReturnType<typeof openOutgoing> } {
  return { config, db, replica: undefined, files, outgoing: openOutgoing(config), now: () => clock.now }
}

async function inject({ origin }: TestDesk, app: FastifyInstance, { path, token }: Reading): Promise<Answer> {
  const { host } = new URL(origin)
  const { statusCode, headers, body } = await app.inject({
    url: path,
    headers: { authorization: `Bearer ${token}`, host },
  })
  return [statusCode, headers["etag"], statusCode === 404 ? undefined : JSON.parse(body)]
}
