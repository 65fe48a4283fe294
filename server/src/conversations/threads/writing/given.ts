import type { CustomerReference, NewConversation, NewThread } from "@deskhand/contract/conversations/new-conversation"
import type { Config } from "../../../config.ts"
import { type FieldError, invalid } from "../../../errors.ts"
import { isAddress } from "../../../http/input/texts.ts"
import { readMoment } from "../../../http/input/timestamps.ts"

/** A thread as a request gives it, its values read and checked. */
export interface GivenThread {
  type: NewThread["type"]
  text: string
  /** Where it stands in the request. */
  path: string
  customer: CustomerReference | undefined
  userId: number | undefined
  draft: boolean
  /** It happened before, and is told to nobody. */
  imported: boolean
  to: string[] | undefined
  cc: string[]
  bcc: string[]
  createdAt: Date
}

/** The threads of a new conversation that starts at this moment. */
export function readThreads({ threads, imported = false }: NewConversation, startedAt: Date, now: Date): GivenThread[] {
  return threads.map((thread, index) => {
    const path = `threads[${index}]`
    const historical = imported || thread.imported === true
    return {
      type: thread.type,
      text: thread.text,
      path,
      customer: thread.customer,
      userId: thread.user,
      draft: thread.type === "reply" && thread.draft === true,
      imported: historical,
      createdAt: readHistory(`${path}.createdAt`, thread.createdAt, { imported: historical, now }) ?? startedAt,
      ...readAddresses(thread, `${path}.`),
    }
  })
}

/** Whatever takes a text from a request calls this first: all that is done with a text grows with its length. */
export function refuseLongText(
  { text, path }: { text: string; path: string },
  { threadMaxCharacters: longest }: Pick<Config, "threadMaxCharacters">,
): void {
  if (text.length > longest)
    throw invalid({
      path,
      message: `has ${text.length} characters, but a thread takes at most ${longest}. Shorten it, or send it as an attachment.`,
      source: "JSON",
    })
}

type Addressed = Pick<NewThread, "to" | "cc" | "bcc">

export function readAddresses(given: Addressed, path: string): Pick<GivenThread, "to" | "cc" | "bcc"> {
  const mistakes = (["to", "cc", "bcc"] as const).flatMap((name) =>
    (given[name] ?? []).flatMap((address, index): FieldError[] => {
      if (isAddress(address.trim())) return []
      const message = "must be an e-mail address"
      return [{ path: `${path}${name}[${index}]`, message, rejectedValue: address, source: "JSON" }]
    }),
  )
  if (mistakes.length > 0) throw invalid(...mistakes)
  const trimmed = (addresses: string[]) => addresses.map((address) => address.trim())
  return { to: given.to && trimmed(given.to), cc: trimmed(given.cc ?? []), bcc: trimmed(given.bcc ?? []) }
}

/** A moment that only history may name. */
export function readHistory(
  path: string,
  text: string | undefined,
  { imported, now }: { imported: boolean; now: Date },
): Date | undefined {
  if (text !== undefined && !imported)
    throw invalid({ path, message: "can be used only when imported is true", rejectedValue: text, source: "JSON" })
  return readPast(path, text, now)
}

const earliest = new Date("1970-01-01T00:00:00Z")

/** Clocks of clients go a little wrong. */
const clockErrorMs = 300_000

export function readPast(path: string, text: string | undefined, now: Date): Date | undefined {
  if (text === undefined) return undefined
  const moment = readMoment(path, text, "JSON")
  const refused = (message: string) => invalid({ path, message, rejectedValue: text, source: "JSON" })
  if (moment < earliest) throw refused("must not be before 1970")
  if (moment.getTime() > now.getTime() + clockErrorMs) throw refused("must not be in the future")
  return moment
}
