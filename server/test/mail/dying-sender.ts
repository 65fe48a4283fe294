/**
 * A node that sends mail, as a process of its own. It kills itself when it reads a file of the given size, as a mail does
 * that crashes the runtime. Arguments: the configuration, the database, the size and the moment, as one JSON text.
 */
import { fastify } from "fastify"
import type { Config } from "../../src/config.ts"
import { openDatabase } from "../../src/db/db.ts"
import { startSending } from "../../src/email/send/engine.ts"
import { openFiles } from "../../src/files/open.ts"
import { openOutgoing } from "../../src/http/outgoing/safe-fetch.ts"
import { patientLimits } from "../until.ts"

export interface DyingSender {
  config: Config
  databaseUrl: string
  deadlyBytes: number
  now: string
}

const { config, databaseUrl, deadlyBytes, now } = JSON.parse(process.argv[2] ?? "") as DyingSender
const files = openFiles(config)
startSending(
  {
    config,
    db: openDatabase({ url: databaseUrl, connections: 4, prepared: true, ...patientLimits }),
    replica: undefined,
    files: {
      ...files,
      async read(file) {
        if (file.sizeBytes === deadlyBytes) process.kill(process.pid, "SIGKILL")
        return files.read(file)
      },
    },
    outgoing: openOutgoing(config),
    now: () => new Date(now),
  },
  fastify().log,
)
