import { Rating, RatingPage, RatingPath, RatingQuery } from "@deskhand/contract/conversations/rating"
import { notFound } from "../errors.ts"
import { pageOf, pageRequest, resource } from "../http/hal.ts"
import { readMoment } from "../http/input/timestamps.ts"
import { type Answer, type Call, route } from "../http/route.ts"
import { presentRating } from "./present.ts"
import { countRatings, findRating, listRatings } from "./queries.ts"

export const getRatings = route({
  method: "GET",
  url: "/v2/ratings",
  permission: "ratings:read",
  summary: "List ratings",
  query: RatingQuery,
  answers: { 200: RatingPage },
  async handle({ db, viewer, query, origin, request }) {
    const page = pageRequest(query, 50)
    const filter = {
      inboxIds: viewer.inboxIds.filter((id) => query.mailbox === undefined || id === query.mailbox),
      rating: query.rating,
      userId: query.user,
      modifiedSince: query.modifiedSince === undefined ? undefined : readMoment("modifiedSince", query.modifiedSince),
    }
    const total = await countRatings(db, filter)
    const rows = await listRatings(db, { filter, total, skip: (page.number - 1) * page.size, size: page.size })
    const items = rows.map((row) => presentRating(row, origin))
    return pageOf(origin, request.url, { name: "ratings", items, total, request: page })
  },
})

export const getRating = route({
  method: "GET",
  url: "/v2/ratings/:ratingId",
  permission: "ratings:read",
  summary: "Get a rating",
  path: RatingPath,
  answers: { 200: Rating },
  handle: (call) => answerRating(call, call.path.ratingId),
})

export async function answerRating(
  { db, viewer, origin }: Pick<Call, "db" | "viewer" | "origin">,
  id: number,
): Promise<Answer> {
  const row = await findRating(db, viewer, id)
  if (!row) throw notFound()
  return resource(presentRating(row, origin))
}
