import { setTimeout as pause } from "node:timers/promises"
import { HookedDesk, type Note, type Place } from "../desks/hooked-desk.ts"
import { currentLoad, machineFacts } from "../desks/machine.ts"
import { residentMegabytes } from "../desks/processes.ts"
import { latencyOf } from "../output/percentiles.ts"
import { figure, type Table, type Tables } from "../output/table.ts"

type Say = (line: string) => void

const perSecond = 100
const webhooks = 100
/** So few notes go to each conversation that what is sent stays of a usual size. */
const notesOfEach = 20

/** From the commit to the receiver: at a steady pace, beside a dead receiver, and all at once. */
export async function measureWebhooks(events: number, left: AsyncDisposableStack, say: Say): Promise<Tables> {
  const loadBefore = currentLoad()
  say("Making a desk and a receiver …")
  const desk = await HookedDesk.open(left)
  const machine = await machineFacts(desk.db, loadBefore)
  const tables = [
    await measurePace(desk, Math.round(events * 0.6), say),
    await measureDead(desk, events, say),
    {
      header: burstHeader(events),
      rows: [await measureBurst(desk, { events, name: "200 a second, as it is unless set" }, say)],
    },
  ]
  const unpaced = await HookedDesk.open(left, { WEBHOOK_RATE: "10000" })
  tables[2]?.rows.push(await measureBurst(unpaced, { events, name: "as fast as it can (`WEBHOOK_RATE=10000`)" }, say))
  return {
    introduction: `Measured on ${new Date().toISOString().slice(0, 10)}. ${machine.join(", ")}.`,
    tables,
  }
}

async function measurePace(desk: HookedDesk, events: number, say: Say): Promise<Table> {
  const places = await desk.makePlaces(1, Math.ceil(events / notesOfEach))
  const id = await desk.addWebhook("/ok/pace")
  // To warm up.
  await write(desk, await desk.makePlaces(1, notesOfEach), perSecond * 3)
  say(`${events} notes, ${perSecond} a second …`)
  const notes = await write(desk, places, events)
  await desk.untilDelivered([id], events + perSecond * 3)
  const latencies = await latenciesOf(desk, notes, () => true)
  await desk.removeWebhooks()
  const row = (name: string, times: number[]) => [
    name,
    ...Object.values(latencyOf(times)).map(figure),
    figure(Math.max(...times)),
  ]
  return {
    header: [`${events.toLocaleString("en")} notes, ${perSecond} a second`, "p50 ms", "p95 ms", "p99 ms", "slowest ms"],
    rows: [
      row("from the answer to the request until it arrives", latencies.fromAnswer),
      row("from the request until it arrives", latencies.fromRequest),
    ],
  }
}

/** One that never answers hears of everything; the others of an inbox each. */
async function measureDead(desk: HookedDesk, events: number, say: Say): Promise<Table> {
  const rows: string[][] = []
  const p99s: number[] = []
  for (const [name, path] of [
    ["100 healthy receivers", "/ok/all"],
    ["99 healthy ones and a dead one", "/silent/all"],
  ] as const) {
    const places = await desk.makePlaces(webhooks - 1, Math.ceil(events / (webhooks - 1) / notesOfEach))
    const healthy: number[] = []
    for (const { inboxId } of places) healthy.push(await desk.addWebhook(`/ok/${inboxId}`, inboxId))
    await desk.addWebhook(path)
    say(`${events} notes, ${name} …`)
    const notes = await write(desk, places, events)
    await desk.untilDelivered(healthy, events)
    const { fromAnswer } = await latenciesOf(desk, notes, (webhookId) => healthy.includes(webhookId))
    const latency = latencyOf(fromAnswer)
    p99s.push(latency.p99)
    rows.push([name, figure(latency.p50), figure(latency.p95), figure(latency.p99), figure(Math.max(...fromAnswer))])
    say(rows.at(-1)?.join("  ") ?? "")
    await desk.removeWebhooks()
  }
  const [without = Number.NaN, beside = Number.NaN] = p99s
  rows.push(["difference", "", "", String(Math.round(beside - without)), ""])
  const header = [`${events.toLocaleString("en")} notes over 99 inboxes`, "p50 ms", "p95 ms", "p99 ms", "slowest ms"]
  return { header, rows }
}

function burstHeader(events: number): string[] {
  return [
    `${events.toLocaleString("en")} events at once to one receiver`,
    "seconds",
    "a second",
    "MB before",
    "MB at most",
  ]
}

/** Past the API, which does not write so fast. */
async function measureBurst(
  desk: HookedDesk,
  { events, name }: { events: number; name: string },
  say: Say,
): Promise<string[]> {
  const [place] = await desk.makePlaces(1, Math.ceil(events / notesOfEach))
  const id = await desk.addWebhook("/ok/burst")
  await pause(2_000)
  const before = residentMegabytes(desk.pid)
  let most = before
  say(`${events} events at once, ${name} …`)
  await desk.db.query(
    `insert into events (kind, subject_id, inbox_id, conversation_id, data)
    select 'convo.note.created', conversation_id, $1, conversation_id, jsonb_build_object('threadId', threads.id)
    from threads, generate_series(1, $2) where conversation_id = any($3) limit $4`,
    [place?.inboxId, notesOfEach, place?.conversationIds, events],
  )
  const writtenAt = Date.now()
  await desk.untilDelivered([id], events, () => {
    most = Math.max(most, residentMegabytes(desk.pid))
  })
  const last = Math.max(...(await desk.arrivals()).map(({ at }) => at))
  const seconds = (last - writtenAt) / 1_000
  await desk.removeWebhooks()
  return [name, seconds.toFixed(1), figure(events / seconds), figure(before), figure(most)]
}

/** By the clock, however long each takes; in turn to all conversations. */
async function write(desk: HookedDesk, places: Place[], events: number): Promise<Note[]> {
  const conversationIds = places.flatMap((place) => place.conversationIds)
  const begunAt = performance.now()
  const writing: Promise<Note>[] = []
  for (let count = 0; count < events; count++) {
    await pause(Math.max(0, begunAt + (count * 1_000) / perSecond - performance.now()))
    const written = desk.addNote(conversationIds[count % conversationIds.length] ?? 0)
    // A failure is seen when all are waited for.
    written.catch(() => {})
    writing.push(written)
  }
  return Promise.all(writing)
}

async function latenciesOf(desk: HookedDesk, notes: Note[], isWanted: (webhookId: number) => boolean) {
  const byThread = new Map(notes.map((note) => [note.threadId, note]))
  const found = (await desk.arrivals()).flatMap(({ webhookId, threadId, at }) => {
    const note = byThread.get(threadId)
    return note && isWanted(webhookId) ? [{ ...note, at }] : []
  })
  if (found.length !== notes.length) throw new Error(`${found.length} of ${notes.length} notes arrived`)
  return {
    fromAnswer: found.map(({ at, answeredAt }) => Math.max(0, at - answeredAt)),
    fromRequest: found.map(({ at, sentAt }) => at - sentAt),
  }
}
