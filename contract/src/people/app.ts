import Type from "typebox"
import { Id, PageNumber, PageOf, PageSize, Person, Timestamp } from "../common.ts"

const Name = Type.String({ minLength: 1, maxLength: 120, pattern: "^[^\\u0000]*$" })
const administration =
  "Whether its tokens may change users, apps, inboxes, their access and mail connections, and the account, as far as their user may"
const RedirectUris = Type.Array(Type.String({ maxLength: 2_048 }), {
  maxItems: 20,
  description: "Where people are led back to, exactly: `https://…`, `http://localhost…`, or a scheme of the app's own",
})

/** A program that signs in by OAuth 2. */
export const App = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  clientId: Type.String(),
  public: Type.Boolean({ description: "Runs where it can keep no secret, and proves itself by PKCE" }),
  redirectUris: Type.Array(Type.String()),
  actsFor: Type.Optional({ ...Person, description: "Whom tokens act for that it gets by its secret alone" }),
  administration: Type.Boolean({ description: administration }),
  people: Type.Integer({ description: "How many have given it access that still holds" }),
  createdAt: Timestamp,
})
export type App = Type.Static<typeof App>

export const AppPage = PageOf("apps", App)

export const AppQuery = Type.Object({ page: Type.Optional(PageNumber), size: Type.Optional(PageSize) })

export const AppPath = Type.Object({ appId: Id })

export const NewApp = Type.Object({
  name: Name,
  redirectUris: Type.Optional(RedirectUris),
  public: Type.Optional(Type.Boolean({ description: "Then it needs a redirect URI, and has no secret" })),
  userId: Type.Optional({ ...Id, description: "Whom it acts for by its secret alone; you, where it is left out" }),
  administration: Type.Optional(Type.Boolean({ description: `${administration}. Default: false` })),
})
export type NewApp = Type.Static<typeof NewApp>

export const ChangedApp = Type.Object({
  name: Name,
  redirectUris: RedirectUris,
  administration: Type.Optional(Type.Boolean({ description: `${administration}; unchanged when left out` })),
})
export type ChangedApp = Type.Static<typeof ChangedApp>

/** The only time that the secret is shown; public apps have none. */
export const IssuedApp = Type.Object({ clientId: Type.String(), clientSecret: Type.Optional(Type.String()) })
export type IssuedApp = Type.Static<typeof IssuedApp>

export const AppUser = Type.Object({
  user: Person,
  since: Timestamp,
  until: Type.Optional({ ...Timestamp, description: "When they are asked again" }),
})
export type AppUser = Type.Static<typeof AppUser>

export const AppUserPage = PageOf("users", AppUser)
