import { NewSetup, Setup } from "@deskhand/contract/people/setup"
import { sessionCookieOf } from "../auth/credentials.ts"
import { created } from "../http/hal.ts"
import { route } from "../http/route.ts"
import { setUpDesk } from "./actions.ts"
import { presentSetup } from "./present.ts"
import { findOpenSetup } from "./queries.ts"

export const getSetup = route({
  method: "GET",
  url: "/session/setup",
  permission: "signed-in",
  summary: "Whether the desk waits for you to set it up, and what to begin with",
  answers: { 200: Setup },
  // Never from a replica, which may not know yet that it is closed.
  handle: async ({ desk, viewer }) => ({
    status: 200,
    body: presentSetup(await findOpenSetup(desk.db, viewer.userId)),
  }),
})

export const postSetup = route({
  method: "POST",
  url: "/session/setup",
  permission: "signed-in",
  summary: "Set up the desk: your name and password, its name, the first inbox; once",
  body: NewSetup,
  answers: { 201: "Set up; `Resource-ID` and `Location` name the first inbox", 409: "Set up already" },
  repeatable: false,
  async handle({ db, viewer, body, request, now, origin }) {
    const id = await setUpDesk(db, body, { viewer, session: sessionCookieOf(request), now })
    return created(id, { Location: `${origin}/v2/mailboxes/${id}` })
  },
})
