import { sql } from "./db.ts"

/**
 * The version of what is shown in many places and changes rarely (migration 0021). A standby that takes over may count
 * on from an earlier transaction, and has been started at another moment.
 */
export const referenceVersion = sql`(select concat_ws(' ', xmin, pg_postmaster_start_time()) from reference_changes)`
