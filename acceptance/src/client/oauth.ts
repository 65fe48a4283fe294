import type { TokenAnswer } from "@deskhand/contract/people/auth"
import type { DeskhandClient } from "@deskhand/sdk/client"

export interface App {
  clientId: string
  clientSecret: string
}

export interface Person {
  email: string
  password: string
}

const redirectUri = "http://127.0.0.1/allowed"

/** Goes through the pages of the desk as a person would who allows an app, and exchanges the code. */
export async function allowApp(origin: string, { clientId, clientSecret }: App, person: Person): Promise<TokenAnswer> {
  const page = `${origin}/oauth2/authorize?${new URLSearchParams({ client_id: clientId, state: "s" })}`
  const signedIn = await submit(page, { email: person.email, password: person.password })
  const cookie = signedIn.headers.get("Set-Cookie")?.split(";")[0] ?? ""
  const question = await (await fetch(page, { headers: { Cookie: cookie } })).text()
  const seal = /name="seal" value="([^"]+)"/.exec(question)?.[1] ?? ""
  const allowed = await submit(page, { seal, decision: "allow" }, cookie)
  const code = new URL(allowed.headers.get("Location") ?? "").searchParams.get("code") ?? ""
  const app = { client_id: clientId, client_secret: clientSecret }
  const exchanged = await submit(`${origin}/v2/oauth2/token`, { ...app, grant_type: "authorization_code", code })
  return (await exchanged.json()) as TokenAnswer
}

/** One that gets tokens of the client's user by its secret alone. */
export async function createApp(client: DeskhandClient): Promise<App> {
  const { clientId, clientSecret = "" } = await client.apps.create({ name: "Shop sync", redirectUris: [redirectUri] })
  return { clientId, clientSecret }
}

function submit(url: string, form: Record<string, string>, cookie = ""): Promise<Response> {
  const headers = { Cookie: cookie, Origin: new URL(url).origin, "Sec-Fetch-Site": "same-origin" }
  return fetch(url, { method: "POST", redirect: "manual", headers, body: new URLSearchParams(form) })
}
