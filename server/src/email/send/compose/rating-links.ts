import { ratingChoices } from "@deskhand/contract/inboxes/rating-texts"
import { ownOrigin } from "../../../http/origin.ts"
import type { RatingLink } from "../../templates/reply.ts"
import type { Writing } from "./writing.ts"

/** Each opens the page where whoever got this mail says how the reply was; looking at it says nothing yet. */
export function ratingLinks({ desk, named }: Pick<Writing, "desk" | "named">): RatingLink[] {
  const page = `${ownOrigin(desk.config)}/rate/${named("rating")}`
  return Object.entries(ratingChoices).map(([rating, label]) => ({ label, href: `${page}?rating=${rating}` }))
}
