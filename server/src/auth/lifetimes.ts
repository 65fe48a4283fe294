const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Two days, as clients of this interface expect. */
export const accessMs = 2 * dayMs
/** An app that has not called for this long must ask again. */
export const refreshMs = 60 * dayMs
/** A consent is given anew once a year, however often its tokens are refreshed. */
export const consentMs = 365 * dayMs
/** Two parallel refreshes by one client come this close; a later reuse is taken for theft. */
export const reuseGraceMs = 10 * secondMs
export const codeMs = 10 * minuteMs

/** A link to choose a new password. */
export const resetMs = hourMs
/** The same for who was invited, and may be away. */
export const invitationMs = 7 * dayMs

export const sessionMs = 30 * dayMs
/** A session's end moves at most this often, so that reading costs no write. */
export const sessionRenewalMs = hourMs
/** For so long a browser is known to belong to whoever signed in with it. */
export const deviceMs = 400 * dayMs
export const visitMs = 5 * minuteMs

export function after(now: Date, durationMs: number): Date {
  return new Date(now.getTime() + durationMs)
}
