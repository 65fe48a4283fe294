import type { Preferences } from "@deskhand/sdk/client"
import { createPersistentStore } from "../../data/store.ts"

/** What the button to send can do. */
export const choices = ["send", "close", "pending", "snooze", "later"] as const
export type Choice = (typeof choices)[number]

/** The last one, which the button does next. Until somebody has chosen, it is as their preferences say. */
export const lastChoice = createPersistentStore<Choice | "">("send", {
  first: "",
  isValid: (found) => found === "" || choices.some((choice) => choice === found),
})

const byStatus = { active: "send", pending: "pending", closed: "close" } as const

export function choiceOf(chosen: Choice | "", preferences: Preferences): Choice {
  return chosen === "" ? byStatus[preferences.statusAfterSending] : chosen
}

/** What becomes of the conversation. */
export const statusAfter: Partial<Record<Choice, "closed" | "pending">> = { close: "closed", pending: "pending" }
