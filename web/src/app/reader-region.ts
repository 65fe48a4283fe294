import type { SignedIn } from "@deskhand/sdk/client"
import type { Preferences } from "../data/preferences.ts"
import { setRegion } from "../messages/region.ts"

/** Dates and numbers follow the preferences and the profile of the user. Pages that are drawn afterwards show it. */
export function applyRegion({ timezone }: SignedIn["user"], preferences: Preferences & { locale?: string }): void {
  setRegion({ locale: preferences.locale ?? "auto", timeZone: timezone })
}
