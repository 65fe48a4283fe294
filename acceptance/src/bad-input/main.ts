/** Sends many bad requests to a desk, more than every test run has time for: `npm run explore -- [amount] [seed]`. */
import { spawn } from "node:child_process"
import { resolve } from "node:path"

const root = resolve(import.meta.dirname, "../../..")
const [amount = "10000", seed = String(Math.floor(Math.random() * 2 ** 32))] = process.argv.slice(2)
console.log(`${amount} requests, DESKHAND_TEST_SEED=${seed}`)
spawn(process.execPath, [resolve(root, "scripts/tests/main.ts"), "acceptance/src/bad-input.test.ts"], {
  cwd: root,
  env: { ...process.env, EXPLORE: amount, DESKHAND_TEST_SEED: seed },
  stdio: "inherit",
}).on("close", (code) => {
  process.exitCode = code ?? 1
})
