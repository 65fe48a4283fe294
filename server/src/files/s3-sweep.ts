import { clearUnfinished } from "./disk-sweep.ts"
import { isKey, type Unwanted } from "./files.ts"
import { askS3, type S3Request, type S3Settings } from "./s3-client.ts"
import { asideOf, nameOf } from "./s3-names.ts"

/**
 * A store cannot take something away only if it is still old: somebody may write the same contents between the look
 * and the removal. So each goes aside first, where readers find it too, and is forgotten by a later sweep, or brought
 * back where somebody wants it after all.
 */
export async function removeUnwanted(settings: S3Settings, folder: string, unwanted: Unwanted): Promise<number> {
  await clearUnfinished(folder, unwanted.since)
  await clearAside(settings, unwanted)
  let removed = 0
  for await (const { old } of pages(settings, nameOf(settings, ""), unwanted.since)) {
    const kept = old.length > 0 ? await unwanted.wanted(old) : new Set()
    for (const key of old) if (!kept.has(key) && (await setAside(settings, key, unwanted.since))) removed++
  }
  return removed
}

async function clearAside(settings: S3Settings, { since, wanted }: Unwanted): Promise<void> {
  for await (const { old } of pages(settings, asideOf(settings, ""), since)) {
    const kept = old.length > 0 ? await wanted(old) : new Set()
    for (const key of old) {
      const isThere = (await ask(settings, { method: "HEAD", name: nameOf(settings, key) }, 404)).ok
      if (kept.has(key) && !isThere) await copy(settings, asideOf(settings, key), nameOf(settings, key))
      await ask(settings, { method: "DELETE", name: asideOf(settings, key) }, 404)
    }
  }
}

async function setAside(settings: S3Settings, key: string, since: Date): Promise<boolean> {
  const [name, aside] = [nameOf(settings, key), asideOf(settings, key)]
  await copy(settings, name, aside)
  const { headers } = await ask(settings, { method: "HEAD", name }, 404)
  const modifiedAt = Date.parse(headers.get("last-modified") ?? "")
  if (modifiedAt >= since.getTime()) {
    await ask(settings, { method: "DELETE", name: aside }, 404)
    return false
  }
  await ask(settings, { method: "DELETE", name }, 404)
  return true
}

async function copy(settings: S3Settings, from: string, to: string): Promise<void> {
  const headers = { "X-Amz-Copy-Source": `/${settings.bucket}/${from}` }
  const response = await ask(settings, { method: "PUT", name: to, headers })
  // It may fail after it has begun to answer well.
  if (!(await response.text()).includes("<CopyObjectResult")) throw new Error(`The store of files did not copy ${from}`)
}

async function* pages(settings: S3Settings, prefix: string, since: Date): AsyncGenerator<{ old: string[] }> {
  let token: string | undefined
  do {
    const query = { "list-type": "2", prefix, ...(token !== undefined && { "continuation-token": token }) }
    const text = await (await ask(settings, { method: "GET", name: "", query })).text()
    const entries = [...text.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = ""]) => ({
      key: (textOf(entry, "Key") ?? "").slice(prefix.length),
      modifiedAt: Date.parse(textOf(entry, "LastModified") ?? ""),
    }))
    yield {
      old: entries.filter(({ key, modifiedAt }) => isKey(key) && modifiedAt < since.getTime()).map(({ key }) => key),
    }
    token = textOf(text, "NextContinuationToken")
  } while (token !== undefined)
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }

function textOf(xml: string, tag: string): string | undefined {
  const text = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]
  return text?.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
}

/** Fails unless it is well, or this status. */
async function ask(settings: S3Settings, request: S3Request, expected?: number): Promise<Response> {
  const response = await askS3(settings, request)
  if (response.ok || response.status === expected) return response
  await response.body?.cancel()
  throw new Error(`The store of files answered ${response.status} to ${request.method}`)
}
