import type { Acts } from "../../data/commands/acts.ts"
import { createStore } from "../../data/store.ts"

export interface Asking {
  what: "assign" | "status" | "tag" | "snooze" | "move" | "merge" | "workflow"
  acts: Acts
}

/** What somebody is being asked, about whatever they mean to change. */
export const asking = createStore<Asking | undefined>(undefined)

export function ask(what: Asking["what"], acts: Acts): void {
  asking.set({ what, acts })
}
