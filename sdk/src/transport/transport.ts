import { pathOfLink, type QueryValue, queryOf } from "./address.ts"
import { DeskhandError } from "./error.ts"
import { rememberEtag } from "./etags.ts"
import { failureOf } from "./failure.ts"
import { type RetryLimits, retryPauseMs } from "./retry.ts"
import {
  type Created,
  type CreateOptions,
  createdOf,
  createHeaders,
  keyHeader,
  type WriteOptions,
  writeHeaders,
} from "./writes.ts"

export interface TransportOptions {
  /** Scheme, host and port of the desk; a path before `/v2` is kept. */
  baseUrl: string
  /** How long one try may take. */
  timeoutMs?: number
  retry?: Partial<RetryLimits>
  fetch?: typeof fetch
  sleep?: (milliseconds: number) => Promise<void>
  /** The clock, in milliseconds. */
  now?: () => number
}

export interface TokenSource {
  /** Undefined where something else says who asks. */
  current(): Promise<string | undefined>
  /** Another token in place of one that was refused, or undefined where there is none to be had. */
  replace(refused: string): Promise<string | undefined>
}

export interface RequestOptions {
  query?: Readonly<Record<string, QueryValue>>
  json?: unknown
  form?: Record<string, string>
  headers?: Record<string, string | undefined>
  /** Sends no token. */
  anonymous?: boolean
  /** Whether to do it twice does no harm. Said of reads and of writes with a key unless it is told here. */
  repeatable?: boolean
  /** False where a person waits, who is told at once how long. */
  retry?: false
  redirect?: "manual" | "follow"
  timeoutMs?: number
  /** Ends the request instead of a time, for answers that go on. */
  signal?: AbortSignal
}

const defaultRetry: RetryLimits = { tries: 5, totalMs: 90_000 }

/** Longer than the desk itself gives any request. */
const defaultTimeoutMs = 35_000

/** Sends requests with a token, waits where the desk says so, and turns refusals into errors. */
export class Transport {
  readonly now: () => number
  readonly #baseUrl: string
  readonly #timeoutMs: number
  readonly #retry: RetryLimits
  readonly #fetch: typeof fetch
  readonly #sleep: (milliseconds: number) => Promise<void>
  readonly #tokens: TokenSource

  constructor(options: TransportOptions, tokens: (transport: Transport) => TokenSource) {
    this.now = options.now ?? Date.now
    this.#baseUrl = options.baseUrl.replace(/\/+$/, "")
    this.#timeoutMs = options.timeoutMs ?? defaultTimeoutMs
    this.#retry = { ...defaultRetry, ...options.retry }
    this.#fetch = options.fetch ?? ((input, init) => fetch(input, init))
    this.#sleep = options.sleep ?? ((milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)))
    this.#tokens = tokens(this)
  }

  async read<Answer>(path: string, options: RequestOptions = {}): Promise<Answer> {
    return jsonOf(await this.send("GET", path, options))
  }

  /** Follows a link of an answer, on this desk only. */
  follow<Answer>(href: string): Promise<Answer> {
    return this.read(pathOfLink(href, this.#baseUrl))
  }

  /** With a key, so that it is done once however often it is tried. */
  async post(path: string, json: unknown, options: CreateOptions): Promise<Created> {
    return createdOf(await this.send("POST", path, { json, headers: createHeaders(options) }))
  }

  async put(path: string, json: unknown, options: WriteOptions): Promise<void> {
    await this.send("PUT", path, { json, headers: writeHeaders(options) })
  }

  async patch(path: string, json: unknown, options: WriteOptions): Promise<void> {
    await this.send("PATCH", path, { json, headers: writeHeaders(options) })
  }

  async delete(path: string, options: WriteOptions): Promise<void> {
    await this.send("DELETE", path, { headers: writeHeaders(options) })
  }

  pause(milliseconds: number): Promise<void> {
    return this.#sleep(milliseconds)
  }

  /** Gives every answer below 400, redirects included; throws DeskhandError for the rest. */
  async send(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
    const startedAt = this.now()
    const repeatable = options.repeatable ?? (method === "GET" || options.headers?.[keyHeader] !== undefined)
    for (let tries = 1; ; tries++) {
      const response = await this.#sendAuthorized(method, path, options)
      if (response.status < 400) return response
      const failure = await failureOf(response, this.now())
      const pauseMs = retryPauseMs({
        failure,
        repeatable,
        tries,
        spentMs: this.now() - startedAt,
        limits: this.#retry,
      })
      if (pauseMs === undefined || options.retry === false) throw new DeskhandError(failure)
      await this.#sleep(pauseMs)
    }
  }

  /** A token that has run out or was revoked is replaced once; a second 401 is an answer. */
  async #sendAuthorized(method: string, path: string, options: RequestOptions): Promise<Response> {
    if (options.anonymous) return this.#sendOnce(method, path, options)
    const token = await this.#tokens.current()
    const response = await this.#sendOnce(method, path, options, token)
    if (response.status !== 401 || token === undefined) return response
    const renewed = await this.#tokens.replace(token)
    if (renewed === undefined) return response
    await response.body?.cancel()
    return this.#sendOnce(method, path, options, renewed)
  }

  #sendOnce(method: string, path: string, options: RequestOptions, token?: string | undefined): Promise<Response> {
    const headers = new Headers({ Accept: "application/hal+json, application/json" })
    if (token !== undefined) headers.set("Authorization", `Bearer ${token}`)
    if (options.json !== undefined) headers.set("Content-Type", "application/json")
    for (const [name, value] of Object.entries(options.headers ?? {})) if (value !== undefined) headers.set(name, value)
    const body = options.form ? new URLSearchParams(options.form) : JSON.stringify(options.json)
    return this.#fetch(this.#baseUrl + path + queryOf(options.query), {
      method,
      headers,
      redirect: options.redirect ?? "manual",
      signal: options.signal ?? AbortSignal.timeout(options.timeoutMs ?? this.#timeoutMs),
      ...(body !== undefined && { body }),
    })
  }
}

export async function jsonOf<Answer>(response: Response): Promise<Answer> {
  const text = await response.text()
  try {
    const answer = JSON.parse(text) as Answer
    rememberEtag(answer, response.headers.get("ETag"))
    return answer
  } catch {
    throw new DeskhandError({
      status: response.status,
      message: `The answer is not JSON (status ${response.status}): is this the address of a desk?`,
    })
  }
}
