import Type from "typebox"

/** A picture that a message names, fetched by the desk so that whoever sent it does not learn who reads it, and where. */
export const PictureQuery = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 2_048, description: "Where it is, on http or https" }),
})
export type PictureQuery = Type.Static<typeof PictureQuery>
