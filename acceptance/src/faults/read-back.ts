import assert from "node:assert/strict"
import type { Attempt } from "./journal.ts"
import { contentsOf, tagging } from "./operations.ts"

const readers = 8

/** Reads over HTTP what was acknowledged: it is where the answer said, with its id, its token and its file. */
export async function readBack(attempts: Attempt[], { origin, token }: { origin: string; token: string }) {
  const waiting = attempts.filter(({ acknowledged }) => acknowledged.length > 0)
  const read = async (path: string) => {
    const response = await fetch(path.startsWith("http") ? path : origin + path, {
      headers: { Authorization: `Bearer ${token}` },
    })
    const text = await response.text()
    assert.equal(response.status, 200, `${path}: ${text}`)
    return JSON.parse(text)
  }
  const work = async () => {
    for (let attempt = waiting.pop(); attempt !== undefined; attempt = waiting.pop()) {
      const { token: written, acknowledged } = attempt
      const [first] = acknowledged
      for (const { id, location } of acknowledged) assert.deepEqual({ id, location }, first, `${written} twice`)
      const found = await read(`${first?.location}?embed=threads`)
      assert.equal(found.id, first?.id)
      if (attempt.operation === tagging) {
        assert.ok(
          found.tags.some(({ tag }: { tag: string }) => tag === written),
          `${found.id} is not tagged ${written}`,
        )
        continue
      }
      assert.ok((found.subject ?? found.body).includes(written), `${first?.location} is not ${written}`)
      const threads = found._embedded.threads ?? [found]
      const files: File[] = threads.flatMap((thread: Thread) => thread._embedded?.attachments ?? [])
      const file = files.find(({ filename }) => filename === `${written}.txt`)
      const { data } = await read(file?._links.data.href ?? assert.fail(`${written} has no file`))
      assert.equal(atob(data), contentsOf(written))
    }
  }
  await Promise.all(Array.from({ length: readers }, work))
}

interface Thread {
  /** Line items hold nothing. */
  _embedded?: { attachments: File[] }
}

interface File {
  filename: string
  _links: { data: { href: string } }
}
