import { setTimeout as pause } from "node:timers/promises"
import { AwsV4Signer } from "aws4fetch"

export interface S3Settings {
  /** An origin, such as `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string
  bucket: string
  region: string
  keyId: string
  secret: string
  /** What all names in the bucket begin with. */
  prefix: string
}

export interface S3Request {
  method: "GET" | "HEAD" | "PUT" | "DELETE"
  /** In the bucket; empty for the bucket itself. */
  name: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Blob
  /** SHA-256 of the body, which the store checks. */
  bodyHash?: string
}

const hashOfNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

/** Until the answer begins, which for a large file is after all of it was sent. */
const limitMs = 120_000

/** All that is asked may be asked twice, so what fails for a moment is asked again. */
const pausesMs = [100, 500]

/** Asks the store. What it answers with 5xx, or not at all, is an error; the rest is for the caller to judge. */
export async function askS3(settings: S3Settings, request: S3Request): Promise<Response> {
  for (const pauseMs of pausesMs) {
    try {
      return await askOnce(settings, request)
    } catch {
      await pause(pauseMs)
    }
  }
  return askOnce(settings, request)
}

async function askOnce(settings: S3Settings, { method, name, query, headers, body, bodyHash }: S3Request) {
  const { endpoint, bucket, region, keyId, secret } = settings
  const url = new URL(`${endpoint}/${bucket}${name === "" ? "" : `/${name}`}`)
  for (const [key, value] of Object.entries(query ?? {})) url.searchParams.set(key, value)
  const signed = await new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...headers, "X-Amz-Content-Sha256": bodyHash ?? hashOfNothing },
    accessKeyId: keyId,
    secretAccessKey: secret,
    region,
    service: "s3",
  }).sign()
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(new Error("The store of files does not answer")), limitMs)
  try {
    const response = await fetch(signed.url, {
      method,
      headers: signed.headers,
      ...(body && { body }),
      // The secret signs for this address alone.
      redirect: "error",
      signal: waiting.signal,
    })
    if (response.status < 500) return response
    await response.body?.cancel()
    throw new Error(`The store of files answered ${response.status}`)
  } finally {
    clearTimeout(timer)
  }
}
