type Scalar = string | number | boolean

export type QueryValue = Scalar | Date | readonly Scalar[] | Readonly<Record<string, Scalar>> | undefined

/** `?name=value…`, or nothing. Lists are comma-separated and pairs written `name:value`, as the interface takes them. */
export function queryOf(query: Readonly<Record<string, QueryValue>> = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, textOf(value))
  const text = parameters.toString()
  return text === "" ? "" : `?${text}`
}

function textOf(value: Exclude<QueryValue, undefined>): string {
  if (typeof value !== "object") return String(value)
  if (value instanceof Date) return value.toISOString()
  if (isList(value)) return value.join()
  return Object.entries(value)
    .map(([name, scalar]) => `${name}:${scalar}`)
    .join()
}

function isList(value: object): value is readonly Scalar[] {
  return Array.isArray(value)
}

/**
 * Where a link of an answer leads, below the base URL. Only its path counts, so that a token never goes to another
 * origin; a desk behind a proxy may or may not know the path that the proxy puts in front.
 */
export function pathOfLink(href: string, baseUrl: string): string {
  const { pathname, search } = new URL(href, "https://desk.invalid")
  const prefix = baseUrl.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "")
  return (pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname) + search
}
