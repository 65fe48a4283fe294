/** The programs of Debian that some tests need, installed while the other tests run. */
import { ensureInstalled } from "../apt.ts"
import { ensureClamav } from "../debian-clamav.ts"
import { ensureDovecot, ensurePostfix } from "../debian-mail.ts"
import { layerOf } from "./layers.ts"

interface Program {
  name: string
  isNeededBy(file: string): boolean
  /** Gives the reason where it is not there and cannot be installed. */
  ensure(signal: AbortSignal): Promise<string | undefined>
}

const programs: readonly Program[] = [
  { name: "Chromium", isNeededBy: (file) => layerOf(file).name === "browser", ensure: ensureChromium },
  {
    name: "Dovecot",
    isNeededBy: (file) => /^server\/src\/email\/imap\/|^acceptance\/src\/faults\/imap/.test(file),
    ensure: ensureDovecot,
  },
  { name: "Postfix", isNeededBy: (file) => /^server\/src\/email\/send\/.*postfix/.test(file), ensure: ensurePostfix },
  {
    name: "ClamAV",
    isNeededBy: (file) => file === "server/src/conversations/attachments/clamav.test.ts",
    ensure: ensureClamav,
  },
]

async function ensureChromium(signal: AbortSignal): Promise<string | undefined> {
  const reason = await ensureInstalled("/usr/bin/chromium", "chromium", signal)
  // Most files do with the one without windows, and without it with the whole one.
  if (!reason) await ensureInstalled("/usr/bin/chromium-headless-shell", "chromium-headless-shell", signal)
  return reason
}

export interface Programs {
  /** Whether a file can run already. False as well where what it needs cannot be installed. */
  has(file: string): boolean
  /** Whether a file can never run here. */
  lacks(file: string): boolean
  /** The next time that a program is there, or is known to be missing. */
  change(): Promise<unknown>
}

/** Installs what the files need, one program after another. */
export function installFor(files: readonly string[], signal: AbortSignal): Programs {
  const open = programs.filter(({ isNeededBy }) => files.some(isNeededBy))
  const missing: Program[] = []
  const installNext = async () => {
    const [program] = open
    if (!program) return
    const reason = await program.ensure(signal)
    if (reason !== undefined) {
      console.log(`Left out the tests with ${program.name}: ${reason}`)
      missing.push(program)
    }
    open.shift()
    change = installNext()
  }
  let change = installNext()
  const needs = (list: readonly Program[], file: string) => list.some(({ isNeededBy }) => isNeededBy(file))
  return {
    has: (file) => !needs(open, file) && !needs(missing, file),
    lacks: (file) => needs(missing, file),
    change: () => change,
  }
}
