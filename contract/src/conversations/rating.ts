import Type from "typebox"
import { Id, Links, Moment, OneOf, PageNumber, PageOf, PageSize, Timestamp } from "../common.ts"

export const RatingValue = OneOf(["great", "okay", "not_good", "unknown"])
export type RatingValue = Type.Static<typeof RatingValue>

export const Rating = Type.Object({
  id: Type.Integer(),
  threadId: Type.Integer(),
  conversationId: Type.Integer(),
  conversationNumber: Type.Integer(),
  mailboxId: Type.Integer(),
  rating: RatingValue,
  comments: Type.Optional(Type.String()),
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  user: Type.Object(
    {
      id: Type.Integer(),
      email: Type.Optional(Type.String()),
      firstName: Type.String(),
      lastName: Type.String(),
    },
    { description: "Whose reply was rated" },
  ),
  customer: Type.Object({
    id: Type.Integer(),
    email: Type.Optional(Type.String()),
    firstName: Type.Optional(Type.String()),
    lastName: Type.Optional(Type.String()),
    photoUrl: Type.Optional(Type.String()),
  }),
  _links: Links(["self", "conversation", "mailbox", "customer", "user"]),
})
export type Rating = Type.Static<typeof Rating>

export const RatingPage = PageOf("ratings", Rating)

export const RatingQuery = Type.Object({
  mailbox: Type.Optional(Id),
  rating: Type.Optional(RatingValue),
  user: Type.Optional(Id),
  modifiedSince: Type.Optional(Moment),
  page: Type.Optional(PageNumber),
  size: Type.Optional(PageSize),
})
export type RatingQuery = Type.Static<typeof RatingQuery>

export const RatingPath = Type.Object({ ratingId: Id })
