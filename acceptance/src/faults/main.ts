/** Many cycles of crashes, which take too long for every test run. */
import { parseArgs } from "node:util"
import { type Crashes, chooseSeed, crashNode, crashPostgres, type Totals } from "./crashes.ts"
import { openGround } from "./ground.ts"

const usage = `Kills a desk under load and compares what it acknowledged with what is there.

  npm run -s faults -- [--cycles N] [--of node|postgres] [--seed N]

--cycles  how often each is killed; 100 unless given
--of      only the process that serves (K1), or only PostgreSQL (K9)
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
const chosen = Object.entries(crashes).filter(([name]) => values.of === undefined || name === values.of)
if (values.help || !(cycles > 0) || chosen.length === 0) console.log(usage)
else await run(values.seed === undefined ? chooseSeed() : Number(values.seed))

async function run(seed: number): Promise<void> {
  const ground = await openGround()
  try {
    for (const [index, [name, crash]] of chosen.entries()) {
      const begunAt = performance.now()
      const totals = await crash({ ground, cycles, seed: seed + index, say: (line) => console.log(`${name} ${line}`) })
      const { sent, acknowledged, repeated } = totals
      const minutes = ((performance.now() - begunAt) / 60_000).toFixed(1)
      console.log(
        `${name}: killed ${totals.cycles} times in ${minutes} min; ${acknowledged} of ${sent} requests acknowledged, ` +
          `${repeated} of them sent again; none lost, none twice, none in part`,
      )
    }
  } finally {
    await ground.close()
  }
}
