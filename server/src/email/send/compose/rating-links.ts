import { ownOrigin } from "../../../http/origin.ts"
import type { RatingLink } from "../../templates/reply.ts"
import type { Writing } from "./writing.ts"

const choices = [
  ["great", "Great"],
  ["okay", "Okay"],
  ["not_good", "Not good"],
] as const

/** Each opens the page where whoever got this mail says how the reply was; looking at it says nothing yet. */
export function ratingLinks({ desk, named }: Pick<Writing, "desk" | "named">): RatingLink[] {
  const page = `${ownOrigin(desk.config)}/rate/${named("rating")}`
  return choices.map(([rating, label]) => ({ label, href: `${page}?rating=${rating}` }))
}
