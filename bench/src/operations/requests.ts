/** What is asked, and how a right answer is known. It travels between processes, so it is plain. */
export interface Request {
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE"
  path: string
  body?: object
  answer: Expected
}

export interface Expected {
  status: number
  /** Where it is a list: its name under `_embedded`, and how many it must hold. */
  list?: { name: string; count: number }
  /** Where it is one thing. */
  id?: number
}

/** What is wrong with an answer; nothing when it is as it must be. An empty list is answered fast. */
export function problemWith({ method, path, answer }: Request, status: number, body: string): string | undefined {
  const asked = `${method} ${path}`
  if (status !== answer.status) return `${asked} answered ${status} instead of ${answer.status}: ${body.slice(0, 500)}`
  if (answer.list === undefined && answer.id === undefined) return undefined
  const read = JSON.parse(body) as { id?: number; _embedded?: Record<string, unknown[]> }
  if (answer.id !== undefined && read.id !== answer.id) return `${asked} gave ${read.id} instead of ${answer.id}`
  const { name, count } = answer.list ?? { name: "", count: undefined }
  const found = read._embedded?.[name]?.length
  return found === count ? undefined : `${asked} lists ${found} ${name} instead of ${count}`
}

export function get(path: string, answer: Omit<Expected, "status"> = {}): Request {
  return { method: "GET", path, answer: { status: 200, ...answer } }
}

export interface Caller {
  address: string
  token?: string | undefined
}

/** Asks for one thing outside of any measurement. */
export async function ask({ address, token }: Caller, request: Request): Promise<string> {
  const response = await fetch(address + request.path, {
    method: request.method,
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(request.body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    signal: AbortSignal.timeout(30_000),
  })
  const text = await response.text()
  const problem = problemWith(request, response.status, text)
  if (problem !== undefined) throw new Error(problem)
  return text
}
