import type { RatingPage as PageSchema, Rating, RatingQuery } from "@deskhand/contract/conversations/rating"
import type { Static } from "typebox"
import { type Filters, List } from "../transport/list.ts"
import type { Transport } from "../transport/transport.ts"

export type { Rating }
export type RatingPage = Static<typeof PageSchema>
export type RatingFilters = Filters<RatingQuery>

export class Ratings extends List<RatingFilters, RatingPage, Rating> {
  constructor(transport: Transport) {
    super(transport, "/v2/ratings")
  }

  get(id: number): Promise<Rating> {
    return this.transport.read(`/v2/ratings/${id}`)
  }
}
