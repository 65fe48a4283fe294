import Type from "typebox"
import { OneOf, PageNumber, PageOf, PageSize, Timestamp } from "../common.ts"
import { Role } from "./user.ts"

const scopeText =
  "`read-only` changes nothing; with `drafts-only` replies become drafts that a person sends; `full` does what you may, except " +
  "for administration; `administration` also changes users, apps, inboxes, their access and mail connections, and the account"

export const TokenScope = OneOf(["full", "read-only", "drafts-only", "administration"], { description: scopeText })
export type TokenScope = Type.Static<typeof TokenScope>

/** The database keeps no NUL, and nobody means one. */
const text = { pattern: "^[^\\u0000]*$" }

/** Parameters of the token endpoint in a JSON or form body or in the query; the endpoint itself checks them. */
export const TokenRequest = Type.Object({
  grant_type: Type.Optional(
    Type.Unknown({ description: "`client_credentials`, `authorization_code` or `refresh_token`" }),
  ),
  client_id: Type.Optional(Type.Unknown({ description: "Here or by HTTP Basic" })),
  client_secret: Type.Optional(Type.Unknown({ description: "Here or by HTTP Basic; public apps have none" })),
  code: Type.Optional(Type.Unknown()),
  redirect_uri: Type.Optional(Type.Unknown({ description: "May be left out by an app with one redirect URI" })),
  code_verifier: Type.Optional(Type.Unknown({ description: "PKCE: what the S256 challenge was made from" })),
  refresh_token: Type.Optional(Type.Unknown({ description: "Works once; the answer has the next" })),
  scope: Type.Optional(
    Type.Unknown({ description: "`read-only`, `drafts-only`, `full`, or `administration` where the app may" }),
  ),
})

export const TokenAnswer = Type.Object({
  access_token: Type.String(),
  token_type: Type.Literal("bearer"),
  expires_in: Type.Integer({ description: "Seconds" }),
  refresh_token: Type.Optional(Type.String()),
  scope: Type.Optional(TokenScope),
})
export type TokenAnswer = Type.Static<typeof TokenAnswer>

/** RFC 6749, section 5.2. */
export const TokenFailure = Type.Object({ error: Type.String(), error_description: Type.String() })
export type TokenFailure = Type.Static<typeof TokenFailure>

export const RevocationRequest = Type.Object({
  token: Type.Optional(Type.Unknown({ description: "May be left out when the bearer token itself is meant" })),
  token_type_hint: Type.Optional(Type.Unknown()),
  client_id: Type.Optional(Type.Unknown({ description: "Here or by HTTP Basic" })),
  client_secret: Type.Optional(Type.Unknown()),
})

/** RFC 8414. */
export const ServerMetadata = Type.Object({
  issuer: Type.String(),
  authorization_endpoint: Type.String(),
  token_endpoint: Type.String(),
  revocation_endpoint: Type.String(),
  response_types_supported: Type.Array(Type.String()),
  response_modes_supported: Type.Array(Type.String()),
  grant_types_supported: Type.Array(Type.String()),
  scopes_supported: Type.Array(Type.String()),
  token_endpoint_auth_methods_supported: Type.Array(Type.String()),
  revocation_endpoint_auth_methods_supported: Type.Array(Type.String()),
  code_challenge_methods_supported: Type.Array(Type.String()),
  authorization_response_iss_parameter_supported: Type.Boolean(),
})
export type ServerMetadata = Type.Static<typeof ServerMetadata>

export const AuthorizationQuery = Type.Object({
  client_id: Type.Optional(Type.String()),
  redirect_uri: Type.Optional(Type.String({ description: "Exactly as registered; may be left out when there is one" })),
  response_type: Type.Optional(Type.String({ description: "`code`, also when left out" })),
  state: Type.Optional(Type.String({ description: "Given back as it is; needed without PKCE" })),
  scope: Type.Optional(Type.String()),
  code_challenge: Type.Optional(Type.String()),
  code_challenge_method: Type.Optional(Type.String({ description: "`S256`" })),
  prompt: Type.Optional(Type.String({ description: "`login` asks for the password even where somebody is signed in" })),
})
export type AuthorizationQuery = Type.Static<typeof AuthorizationQuery>

/** What the two forms of the authorization page send. */
export const AuthorizationForm = Type.Object({
  email: Type.Optional(Type.String()),
  password: Type.Optional(Type.String()),
  decision: Type.Optional(Type.String()),
  seal: Type.Optional(Type.String()),
})

/** Marked so that it is never sent back in an error. */
const Password = Type.String({ writeOnly: true })

export const SignIn = Type.Object({ email: Type.String(), password: Password })

export const Session = Type.Object({
  user: Type.Object({
    id: Type.Integer(),
    firstName: Type.String(),
    lastName: Type.String(),
    email: Type.Optional(Type.String()),
    role: Role,
    timezone: Type.String({ description: "Such as `Europe/Berlin`; `UTC` for those who never chose one" }),
  }),
  passwordOneTime: Type.Boolean({ description: "The password was printed by the service and must be replaced" }),
  deskName: Type.String(),
  lastEvent: Type.Integer({
    description:
      "The number of the newest event. Follow the event stream after it to learn of every change made after this answer",
  }),
})
export type Session = Type.Static<typeof Session>

export const PasswordChange = Type.Object({
  currentPassword: Password,
  newPassword: Password,
  endTokens: Type.Optional(
    Type.Boolean({
      description: "Also end your personal tokens and the secrets of apps that act for you. Default: false",
    }),
  ),
})

export const EmailChange = Type.Object({
  currentPassword: Password,
  email: Type.String({ minLength: 3, maxLength: 254, description: "E-mail address, of nobody else" }),
})

export const PersonalToken = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  scope: TokenScope,
  createdAt: Timestamp,
})
export type PersonalToken = Type.Static<typeof PersonalToken>

export const PersonalTokenPage = PageOf("tokens", PersonalToken)

export const PersonalTokenQuery = Type.Object({ page: Type.Optional(PageNumber), size: Type.Optional(PageSize) })

export const NewPersonalToken = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 120, ...text }),
  scope: Type.Optional({
    ...TokenScope,
    description: `Default: \`full\`, or the scope of a narrower token that asks. ${scopeText}`,
  }),
})

/** The only time that the token itself is shown. */
export const IssuedPersonalToken = Type.Object({ token: Type.String() })

export const OwnSession = Type.Object({
  id: Type.Integer(),
  createdAt: Timestamp,
  lastSeenAt: Type.String({ ...Timestamp, description: "To the hour, except for the one that asks" }),
  expiresAt: Timestamp,
  address: Type.String({ description: "Where it was begun" }),
  device: Type.String({ description: "As far as the browser tells, such as `Firefox on Windows`" }),
  current: Type.Boolean({ description: "Whether it is the one that asks" }),
})
export type OwnSession = Type.Static<typeof OwnSession>

export const OwnSessionPage = PageOf("sessions", OwnSession)

export const OwnSessionQuery = Type.Object({ page: Type.Optional(PageNumber), size: Type.Optional(PageSize) })

export const ResetRequest = Type.Object({ email: Type.String({ maxLength: 1_000 }) })

const ResetToken = Type.String({
  writeOnly: true,
  maxLength: 200,
  description: "What stands behind the `#` of the link",
})

export const ResetLinkCheck = Type.Object({ token: ResetToken })

export const ResetLinkState = Type.Object({
  email: Type.String(),
  expiresAt: Timestamp,
  personalTokens: Type.Integer({ description: "How many personal tokens act for the user" }),
  apps: Type.Array(Type.String(), { description: "Names of the apps whose secret lets them act for the user" }),
})
export type ResetLinkState = Type.Static<typeof ResetLinkState>

export const PasswordReset = Type.Object({
  token: ResetToken,
  newPassword: Password,
  keepTokens: Type.Optional(
    Type.Boolean({
      description: "Keep personal tokens and apps that act for the user working. Default: false, they end",
    }),
  ),
})

/** The only time that the link is shown. */
export const ResetLink = Type.Object({
  url: Type.String({ description: "The page that asks for a new password; it works once" }),
  expiresAt: Timestamp,
})
export type ResetLink = Type.Static<typeof ResetLink>
