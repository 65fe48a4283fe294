import type { PlusAddressTest } from "@deskhand/contract/mail/outgoing-mail"
import { findSigningKey } from "../../account/queries.ts"
import { conflict } from "../../errors.ts"
import { html } from "../../http/html/html.ts"
import type { Desk } from "../../http/route.ts"
import { nameOf } from "../identity/names.ts"
import { envelopeAddress, rawOf } from "../send/compose/message.ts"
import { domainOf } from "../send/owe.ts"
import { RelayConnectionPool } from "../send/transport/connection-pool.ts"
import type { Outcome } from "../send/transport/outcome.ts"
import { findRelay, type Relay } from "../send/transport/relay.ts"
import { bodyOf } from "../templates/page.ts"
import { presentTest } from "./present.ts"
import { findCurrentTest, findTest, noteProblem, noteSending, replaceTest } from "./queries.ts"
import { plusAddress, stateOfTest } from "./rules.ts"

/** The answer comes within so long, whatever the relay does. */
const limitMs = 10_000

interface ProbedInbox {
  id: number
  name: string
  email: string
}

/** Sends a mail from an inbox to its own address with a name behind a plus; whether it arrives shows when it is received. */
export async function testPlusAddress(desk: Desk, inbox: ProbedInbox): Promise<PlusAddressTest> {
  const { db } = desk
  const relay = await findRelay(desk, inbox.id)
  if (!relay) throw conflict("no_relay", "There is nothing to send a test mail through. Set up outgoing mail first")
  const { id } = await replaceTest(db, { inboxId: inbox.id, address: inbox.email, now: desk.now() })
  await send(desk, { id, inbox, relay })
  const row = await findTest(db, id)
  return presentTest(row ?? { sent_at: desk.now(), arrived_at: null, problem: null }, desk.now())
}

/** Where it is not known yet, and can be known. */
export async function testUnknownPlusAddress(desk: Desk, inbox: ProbedInbox): Promise<void> {
  const { db, config } = desk
  if (config.replyDomain !== undefined || !(await findRelay(desk, inbox.id))) return
  const row = await findCurrentTest(db, inbox.id)
  const state = row && stateOfTest(row, desk.now())
  if (state !== "sent" && state !== "arrived") await testPlusAddress(desk, inbox)
}

async function send(desk: Desk, { id, inbox, relay }: { id: number; inbox: ProbedInbox; relay: Relay }): Promise<void> {
  const { db } = desk
  const key = await findSigningKey(db)
  const name = nameOf(key, { purpose: "probe", mailId: id, conversationId: null, recipient: inbox.email })
  const address = plusAddress(inbox.email, name)
  if (address === undefined)
    return noteProblem(
      db,
      id,
      "The address of the inbox is too long to add a name behind a plus, or has a plus already",
    )
  const raw = await rawOf(
    { subject: "Test of the address for answers", body, automatic: "auto-generated" },
    {
      from: { name: inbox.name, address: inbox.email },
      recipients: [{ address, role: "to" }],
      messageId: `${name}@${domainOf(inbox.email)}`,
      date: desk.now(),
    },
  )
  const signal = AbortSignal.timeout(limitMs)
  const connections = new RelayConnectionPool(() => {})
  const sendFrom = (sender: string) =>
    connections.send(relay, { sender: envelopeAddress(sender), recipients: [envelopeAddress(address)], raw }, signal)
  const first = await sendFrom(address)
  if (first.ended === "taken") await noteSending(db, id, true)
  // Some relays let nobody send under another address than that of the account.
  const last = first.ended === "refused" ? await sendFrom(inbox.email) : first
  connections.close()
  const problem = problemIn(last)
  if (problem !== undefined) await noteProblem(db, id, problem)
}

const body = bodyOf(
  html`<p>Deskhand sends this message to itself to see whether mail to this address arrives. No action is needed.</p>`,
)

function problemIn(outcome: Outcome): string | undefined {
  if (outcome.ended === "taken") return undefined
  if (outcome.ended === "lost") return outcome.problem
  return outcome.refused[0]?.answer ?? "The relay does not take it"
}
