import { ChangedPreferences, Preferences } from "@deskhand/contract/people/preferences"
import { recordEvent } from "../../events/record.ts"
import { noContent, resource } from "../../http/hal.ts"
import { refuseStale } from "../../http/input/if-match.ts"
import { type Answer, type Call, route } from "../../http/route.ts"
import { findPreferences, mergePreferences } from "./queries.ts"
import { preferencesOf } from "./rules.ts"

const url = "/v2/users/me/preferences"

export const getPreferences = route({
  method: "GET",
  url,
  permission: "signed-in",
  summary: "How you like to work",
  answers: { 200: Preferences },
  handle: answerPreferences,
})

export const putPreferences = route({
  method: "PUT",
  url,
  permission: "own-preferences:write",
  summary: "Change how you like to work",
  body: ChangedPreferences,
  answers: { 204: "Changed" },
  async handle(call) {
    const { viewer, body, now } = call
    const { userId } = viewer
    await call.db.transaction(async (db) => {
      await refuseStale(call, () => answerPreferences({ ...call, db }))
      await mergePreferences(db, { userId, changed: body, now })
      await recordEvent(db, { kind: "preferences.updated", subjectId: userId, userId })
    })
    return noContent
  },
})

async function answerPreferences({ db, viewer }: Pick<Call, "db" | "viewer">): Promise<Answer> {
  return resource(preferencesOf(await findPreferences(db, viewer.userId)))
}
