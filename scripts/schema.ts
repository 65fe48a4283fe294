/** Writes server/src/db/schema.sql: what the migrations make, as the database describes it. */
import { writeFile } from "node:fs/promises"
import { openDatabase } from "../server/src/db/db.ts"
import { dumpSchema } from "../server/src/db/dump-schema.ts"
import { migrate } from "../server/src/db/migrate.ts"
import { startThrowawayPostgres } from "./throwaway-postgres.ts"

const postgres = await startThrowawayPostgres()
try {
  const db = openDatabase({ url: postgres.url, connections: 4, prepared: false, statementTimeoutMs: 0 })
  try {
    await migrate(db)
    await writeFile(new URL("../server/src/db/schema.sql", import.meta.url), await dumpSchema(db))
  } finally {
    await db.close()
  }
} finally {
  await postgres.remove()
}
