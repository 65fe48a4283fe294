/** Many cycles of crashes, which take too long for every test run. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { killBothWays } from "../mail/both-ways-kills.ts"
import { killSenders } from "../mail/kills.ts"
import { importOldMail } from "../mail/old-mail.ts"
import { fetchingAnywhere, killReceivers } from "../mail/receiving-kills.ts"
import { HookedDesk } from "../webhooks/hooked-desk.ts"
import { killedOften, killWorkers } from "../webhooks/kills.ts"
import { type Crashes, chooseSeed, crashNode, crashPostgres, type Totals } from "./crashes.ts"
import { openGround } from "./ground.ts"

const usage = `Kills a desk under load and compares what it acknowledged with what is there.

  npm run -s faults -- [--cycles N] [--of node|postgres|webhooks|mail|both-ways|old-mail|tests] [--seed N]

--cycles  how often each is killed; 100 unless given
--of      only the process that serves (K1), only PostgreSQL (K9), only a worker while it delivers to webhooks (W21), only
          one while it sends mail (K7) and a desk while it takes mail in (K5, K6), a worker while 1,000 messages come in by
          IMAP and 1,000 replies go out (both-ways: 10 kills each time), or only the test files of which npm test runs a
          part: every operation killed between COMMIT and its answer (K2), 30 kills of all connections (K19).
          old-mail kills nothing: it connects a mailbox with 1,000 old messages and looks for anything that leaves the desk
--seed    the one that a former run printed`

const crashes: Record<string, (crashes: Crashes) => Promise<Totals>> = { node: crashNode, postgres: crashPostgres }

const { values } = parseArgs({
  options: {
    cycles: { type: "string", default: "100" },
    of: { type: "string" },
    seed: { type: "string" },
    help: { type: "boolean" },
  },
})
const cycles = Number(values.cycles)
const isChosen = (name: string) => values.of === undefined || name === values.of
const chosen = Object.entries(crashes).filter(([name]) => isChosen(name))
if (
  values.help ||
  !(cycles > 0) ||
  (chosen.length === 0 && !["webhooks", "mail", "both-ways", "old-mail", "tests"].some(isChosen))
)
  console.log(usage)
else {
  const seed = values.seed === undefined ? chooseSeed() : Number(values.seed)
  if (chosen.length > 0) await runCrashes(seed)
  if (isChosen("webhooks")) await runKills(seed)
  if (isChosen("mail")) await runMailKills(seed)
  if (isChosen("both-ways")) await runBothWays(seed)
  if (isChosen("old-mail")) await runOldMail()
  if (isChosen("tests")) await runTests(seed)
}

/** Whole, where `npm test` takes a few. */
async function runTests(seed: number): Promise<void> {
  const { TEST_DATABASE_URL, TMPDIR, ...rest } = process.env
  const root = resolve(import.meta.dirname, "../../..")
  const files = ["commits", "connection-kills"].map((name) => `acceptance/src/faults/${name}.test.ts`)
  const tests = spawn(process.execPath, [resolve(root, "scripts/tests/main.ts"), ...files], {
    cwd: root,
    env: { ...rest, FAULTS: "all", DESKHAND_TEST_SEED: String(seed) },
    stdio: "inherit",
  })
  const [code] = await once(tests, "close")
  process.exitCode ||= code
}

async function runCrashes(seed: number): Promise<void> {
  const ground = await openGround()
  try {
    for (const [index, [name, crash]] of chosen.entries()) {
      const begunAt = performance.now()
      const totals = await crash({ ground, cycles, seed: seed + index, say: (line) => console.log(`${name} ${line}`) })
      const { sent, acknowledged, repeated } = totals
      console.log(
        `${name}: killed ${totals.cycles} times in ${minutesSince(begunAt)} min; ${acknowledged} of ${sent} requests ` +
          `acknowledged, ${repeated} of them sent again; none lost, none twice, none in part`,
      )
    }
  } finally {
    await ground.close()
  }
}

/** 2,000 deliveries for each 20 kills. */
async function runKills(seed: number): Promise<void> {
  const desk = await HookedDesk.open(killedOften)
  const most = 20
  try {
    for (let killed = 0; killed < cycles; killed += most) {
      const begunAt = performance.now()
      const kills = Math.min(most, cycles - killed)
      const say = (line: string) => console.log(`webhooks ${line}`)
      const totals = await killWorkers({ desk, seed: seed + killed, deliveries: 2_000, kills, say })
      console.log(
        `webhooks: killed ${totals.kills} times in ${minutesSince(begunAt)} min; ${totals.deliveries} deliveries arrived, ` +
          `${totals.arrivals - totals.deliveries} of them again; none lost, none changed, none out of order`,
      )
    }
  } finally {
    await desk.close()
  }
}

/** 500 mails out and 500 in for each 10 kills of each. */
async function runMailKills(seed: number): Promise<void> {
  const desk = await HookedDesk.open(fetchingAnywhere)
  const most = 10
  try {
    for (let killed = 0; killed < cycles; killed += most) {
      const begunAt = performance.now()
      const kills = Math.min(most, cycles - killed)
      const say = (line: string) => console.log(`mail ${line}`)
      const totals = await killSenders({ desk, seed: seed + killed, messages: 500, kills, say })
      console.log(
        `mail: killed ${totals.kills} times in ${minutesSince(begunAt)} min; ${totals.messages} mails arrived, ` +
          `${totals.arrivals - totals.messages} of them again under the same name; none lost`,
      )
      const takenAt = performance.now()
      const received = await killReceivers({ desk, seed: seed + killed, messages: 500, kills, say })
      console.log(
        `mail: killed ${received.kills} times in ${minutesSince(takenAt)} min; ${received.messages} messages came in, ` +
          `${received.duplicates} of them handed over again; each stands in a conversation once, none lost`,
      )
    }
  } finally {
    await desk.close()
  }
}

/** 1,000 messages each way for each 10 kills. */
async function runBothWays(seed: number): Promise<void> {
  const desk = await HookedDesk.open({ ...killedOften, ...fetchingAnywhere })
  const most = 10
  try {
    for (let killed = 0; killed < cycles; killed += most) {
      const begunAt = performance.now()
      const kills = Math.min(most, cycles - killed)
      const say = (line: string) => console.log(`both ways ${line}`)
      const { messages, repeated } = await killBothWays({ desk, seed: seed + killed, messages: 1_000, kills, say })
      console.log(
        `both ways: killed ${kills} times in ${minutesSince(begunAt)} min; ${messages} messages came in, each once; ` +
          `${messages} replies went out, ${repeated} of them again under the same Message-ID; none unsent`,
      )
    }
  } finally {
    await desk.close()
  }
}

async function runOldMail(): Promise<void> {
  const desk = await HookedDesk.open(fetchingAnywhere)
  try {
    for (const status of ["closed", "active"] as const) {
      const { tookMs } = await importOldMail({ desk, messages: 1_000, status })
      console.log(
        `old mail: 1,000 messages became ${status} conversations in ${(tookMs / 1_000).toFixed(1)} s; 0 mails, notices, ` +
          "webhook deliveries and assignments because of them",
      )
    }
  } finally {
    await desk.close()
  }
}

function minutesSince(begunAt: number): string {
  return ((performance.now() - begunAt) / 60_000).toFixed(1)
}
