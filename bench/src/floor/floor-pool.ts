import pg from "pg"

/** As many connections as the desk opens. */
export const pool = new pg.Pool({ connectionString: process.env["FLOOR_DATABASE_URL"], max: 10 })
