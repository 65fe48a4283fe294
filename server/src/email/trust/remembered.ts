/** No longer than this, whatever DNS allows: who changes a key or a policy is believed within a minute. */
const lastsMs = 60_000

const most = 2_000

export type Answer = string[][] | string[]

interface Kept {
  /** What was answered, or by which word of DNS there is nothing. */
  said: { answer: Answer } | { nothing: string }
  until: number
}

const kept = new Map<string, Kept>()

/** What DNS said of late, or says now: many mails come from few domains. That it does not answer is forgotten at once. */
export async function remembered(
  { key, now }: { key: string; now: number },
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const known = kept.get(key)
  const said = known && known.until > now ? known.said : await asked(ask)
  if (known?.said !== said) keep(key, { said, until: now + lastsMs })
  if ("nothing" in said) throw Object.assign(new Error("There is no such name"), { code: said.nothing })
  return said.answer
}

async function asked(ask: () => Promise<Answer>): Promise<Kept["said"]> {
  try {
    return { answer: await ask() }
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException
    if (code !== "ENOTFOUND" && code !== "ENODATA") throw error
    return { nothing: code }
  }
}

/** The oldest goes first. */
function keep(key: string, one: Kept): void {
  kept.delete(key)
  kept.set(key, one)
  const [oldest] = kept.keys()
  if (kept.size > most && oldest !== undefined) kept.delete(oldest)
}
