import assert from "node:assert/strict"
import { buildApp } from "../app.ts"
import { openOutgoing } from "../http/safe-fetch.ts"
import type { TestDesk } from "./desk.ts"

/** Another node of a desk on the same database: what it remembers is its own. */
export interface OtherNode {
  read(path: string, token: string): Promise<unknown>
  close(): Promise<void>
}

export function otherNode({ config, appDb: db, files, clock, origin }: TestDesk): OtherNode {
  const outgoing = openOutgoing(config)
  const app = buildApp({ config, db, replica: undefined, files, outgoing, now: () => clock.now })
  const { host } = new URL(origin)
  return {
    async read(url, token) {
      const { statusCode, headers, body } = await app.inject({
        url,
        headers: { authorization: `Bearer ${token}`, host },
      })
      return [statusCode, headers["etag"], statusCode === 404 ? undefined : JSON.parse(body)]
    },
    async close() {
      await app.close()
      outgoing.close()
    },
  }
}

export interface Reading {
  path: string
  token: string
}

/** Sees that a change shows at once, on the node that it was made through and on one that has shown it before too. */
export async function assertShown(
  { desk, other }: { desk: TestDesk; other: OtherNode },
  readings: () => Reading[],
  change: () => Promise<unknown>,
): Promise<void> {
  const here = async ({ path, token }: Reading) => {
    const { status, headers, body } = await desk.get(path, token)
    return [status, headers.get("etag") ?? undefined, status === 404 ? undefined : body]
  }
  const there = ({ path, token }: Reading) => other.read(path, token)
  const all = (read: (reading: Reading) => Promise<unknown>) => Promise.all(readings().map(read))
  const before = [await all(here), await all(there)]
  await change()
  const after = [await all(here), await all(there)]
  assert.notDeepEqual(after[0], before[0], "nothing of the change is seen")
  const unasked = otherNode(desk)
  const truth = await all(({ path, token }) => unasked.read(path, token))
  await unasked.close()
  assert.deepEqual(after, [truth, truth])
}
