import Type from "typebox"
import { Links, OneOf } from "./common.ts"

/** Every failure but those of the token endpoint; media type `application/vnd.error+json`. */
export const ErrorBody = Type.Object({
  logRef: Type.String({ description: "The request's id, also sent as Correlation-Id and found in the log" }),
  message: Type.String(),
  _embedded: Type.Object({
    errors: Type.Array(
      Type.Object({
        path: Type.String(),
        message: Type.String(),
        rejectedValue: Type.Optional(Type.Unknown()),
        source: OneOf(["JSON", "QUERY", "PATH"]),
        _links: Links(["about"]),
      }),
    ),
  }),
  _links: Links(["about"]),
})
export type ErrorBody = Type.Static<typeof ErrorBody>
