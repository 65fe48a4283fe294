import { ratingChoices } from "@deskhand/contract/inboxes/rating-texts"
import Type from "typebox"
import { guessLimit, type Limit, recordFailure, refuseThrottled } from "../auth/failures.ts"
import type { Db } from "../db/db.ts"
import type { DeskError } from "../errors.ts"
import { type Answer, type Call, route } from "../http/route.ts"
import { rateReply } from "./actions.ts"
import { type Choice, mostComment, problemPage, ratingPage, thanksPage, unknownPage } from "./page.ts"
import { findRatedReply } from "./rated-mail.ts"

const Page = (description: string) => Type.String({ contentMediaType: "text/html", description })
const TokenPath = Type.Object({ token: Type.String({ description: "Of the link in a mail" }) })
const Query = Type.Object({
  rating: Type.Optional(
    Type.String({ description: "`great`, `okay` or `not_good` is chosen already; nothing is kept" }),
  ),
  saved: Type.Optional(Type.String()),
})
const Form = Type.Object({ rating: Type.Optional(Type.String()), comments: Type.Optional(Type.String()) })

/** Programs that look for dangers in mails follow every link: to look at the page never rates. */
export const getRatingPage = route({
  method: "GET",
  url: "/rate/:token",
  permission: "public",
  summary: "The page on which a customer rates a reply",
  path: TokenPath,
  query: Query,
  answers: { 200: Page("A form"), 404: Page("No such link"), 429: Page("Too often") },
  problem: asPage,
  async handle(call) {
    const { desk, path, query, origin } = call
    const reply = await findRatedReply(desk.db, path.token)
    if (!reply) return refuseGuess(call)
    const action = `${origin}/rate/${path.token}`
    if (query.saved !== undefined && reply.rating !== null) return thanksPage(reply, action)
    const chosen = choiceOf(query.rating) ?? choiceOf(reply.rating ?? undefined)
    return ratingPage({ reply, action, chosen, comments: reply.comments ?? "" })
  },
})

export const postRatingPage = route({
  method: "POST",
  url: "/rate/:token",
  permission: "public",
  summary: "What the form on the page sends",
  path: TokenPath,
  body: Form,
  answers: {
    303: "Kept; on to the thanks",
    400: Page("The form again"),
    404: Page("No such link"),
    429: Page("Too often"),
  },
  form: true,
  repeatable: false,
  problem: asPage,
  async handle(call) {
    const { desk, path, body, origin, now } = call
    const reply = await findRatedReply(desk.db, path.token)
    if (!reply) return refuseGuess(call)
    const action = `${origin}/rate/${path.token}`
    const comments = (body.comments ?? "").toWellFormed().replaceAll("\0", "").trim()
    const rating = choiceOf(body.rating)
    const problem = rating === undefined ? "Please choose one of the three." : problemOf(comments)
    if (rating === undefined || problem !== undefined)
      return ratingPage({ reply, action, chosen: rating, comments, ...(problem && { problem }) })
    await spend(desk.db, { subject: `rating:${reply.mail_id}`, free: 20 }, now)
    await rateReply(desk.db, { threadId: reply.thread_id, rating, comments: comments || null, now })
    return { status: 303, headers: { Location: `${action}?saved=yes`, "Referrer-Policy": "no-referrer" } }
  },
})

function choiceOf(text: string | undefined): Choice | undefined {
  return (Object.keys(ratingChoices) as Choice[]).find((choice) => choice === text)
}

function problemOf(comments: string): string | undefined {
  return [...comments].length > mostComment ? `Please use at most ${mostComment} characters.` : undefined
}

/** Who tries many links is refused for a while. */
async function refuseGuess({ desk, request, now }: Call): Promise<Answer> {
  await spend(desk.db, guessLimit("rating-link", request.ip), now)
  return unknownPage()
}

async function spend(db: Db, limit: Limit, now: Date): Promise<void> {
  await refuseThrottled(db, [limit], now)
  await recordFailure(db, [limit], now)
}

function asPage({ message, status, headers }: DeskError): Answer {
  return problemPage(message, status, headers)
}
