/** The words of rating requests, as customers read them. Without imports, so that browsers load no schemas with them. */
export interface RatingTexts {
  mailQuestion: string
  pageQuestion: string
  commentLabel: string
  thanks: string
}

export const defaultRatingTexts: RatingTexts = {
  mailQuestion: "How was this reply?",
  pageQuestion: "How was our answer?",
  commentLabel: "Anything you want to tell us (optional)",
  thanks: "Thanks for your feedback.",
}

/** What customers choose from, best first. */
export const ratingChoices = { great: "Great", okay: "Okay", not_good: "Not good" } as const
