import assert from "node:assert/strict"
import { afterEach, beforeEach, describe, mock, test } from "node:test"
import { DeskhandError } from "@deskhand/sdk/client"
import type { Command, NewCommand } from "./command.ts"
import { CommandQueue, mostCommands, type QueueOptions } from "./queue.ts"
import type { SendOptions } from "./send.ts"
import { CommandStorage } from "./storage.ts"

/** As browsers have it. */
class MemoryStorage implements Storage {
  readonly #items = new Map<string, string>()
  get length() {
    return this.#items.size
  }
  key(index: number) {
    return [...this.#items.keys()][index] ?? null
  }
  getItem(key: string) {
    return this.#items.get(key) ?? null
  }
  setItem(key: string, value: string) {
    this.#items.set(key, value)
  }
  removeItem(key: string) {
    this.#items.delete(key)
  }
  clear() {
    this.#items.clear()
  }
}

const userId = 7
let browser: MemoryStorage
/** What the desk was sent, and what it answers next. */
let sent: { id: string; status: unknown; check: boolean }[]
let answers: (() => Awaited<ReturnType<QueueOptions["send"]>>)[]
let done: string[]
let refused: string[]
let lock: Promise<unknown>

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: Date.UTC(2026, 0, 1) })
  browser = new MemoryStorage()
  sent = []
  answers = []
  done = []
  refused = []
  lock = Promise.resolve()
})
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close()
  mock.timers.reset()
})

const tabs: CommandQueue[] = []

function openTab(user = userId): CommandQueue {
  const tab = new CommandQueue({
    storage: new CommandStorage(browser, user),
    exclusively(work) {
      const turn = lock.then(work)
      lock = turn.catch(() => {})
      return turn
    },
    async send(command: Command, { check }: SendOptions) {
      sent.push({ id: command.id, status: command.change.status, check })
      return (answers.shift() ?? (() => ({})))()
    },
    onChange: () => {},
    onDone: ({ id }) => done.push(id),
    onRefused: ({ reason = "" }) => refused.push(reason),
  })
  tabs.push(tab)
  return tab
}

const closing = (id: number): NewCommand => ({
  target: { ids: [id], count: 1 },
  change: { status: "closed" },
  bulk: false,
  before: { status: "active", messages: 1 },
})
const assigning: NewCommand = { target: { ids: [1, 2], count: 2 }, change: { assignee: null }, bulk: true }

const offline = () => {
  throw new TypeError("Failed to fetch")
}
const answered =
  (status: number, more: object = {}) =>
  () => {
    throw new DeskhandError({ status, message: `Answered ${status}`, ...more })
  }

/** Lets the time pass, and what it makes due happen. */
async function pass(milliseconds: number): Promise<void> {
  mock.timers.tick(milliseconds)
  for (let step = 0; step < 20; step++) await new Promise((resolve) => setImmediate(resolve))
}

describe("a command that is given", () => {
  test("is sent at once, once, and is gone from the storage", async () => {
    const { id } = openTab().add(closing(1))
    await pass(0)
    assert.deepEqual([sent.map((one) => one.id), done, browser.length], [[id], [id], 0])
    assert.equal(sent[0]?.check, false)
  })

  test("without an answer is sent again after growing pauses, with the same id", async () => {
    answers = [offline, answered(503), answered(502), answered(504)]
    const tab = openTab()
    const { id } = tab.add(closing(1))
    const times: number[] = []
    for (let second = 0; second <= 20; second++) {
      await pass(second === 0 ? 0 : 1_000)
      times.push(sent.length)
    }
    // After 1, 2, 4 and 8 seconds.
    assert.deepEqual(
      [0, 1, 2, 3, 6, 7, 14, 15, 20].map((second) => times[second]),
      [1, 2, 2, 3, 3, 4, 4, 5, 5],
    )
    assert.deepEqual([new Set(sent.map((one) => one.id)), done], [new Set([id]), [id]])
    assert.ok(sent.slice(1).every(({ check }) => check))
  })

  test("waits as long as the desk asks for", async () => {
    answers = [answered(429, { retryAfterSeconds: 30 })]
    openTab().add(closing(1))
    await pass(0)
    await pass(29_000)
    assert.equal(sent.length, 1)
    await pass(1_000)
    assert.deepEqual([sent.length, done.length], [2, 1])
  })

  test("is sent at once when the connection is back", async () => {
    answers = [offline, offline, offline]
    const tab = openTab()
    tab.add(closing(1))
    await pass(0)
    await pass(1_000)
    await pass(2_000)
    assert.equal(sent.length, 3)
    await tab.drain({ now: true })
    assert.equal(done.length, 1)
  })

  test("waits for those given before it, and overtakes none", async () => {
    answers = [offline, offline]
    const tab = openTab()
    const given = [tab.add(closing(1)).id, tab.add({ ...closing(1), change: { status: "active" } }).id]
    await pass(0)
    assert.ok(sent.every(({ id }) => id === given[0]))
    await pass(1_000)
    await pass(2_000)
    assert.deepEqual(done, given)
  })

  test("is rolled back with its reason where the desk refuses it, and not sent again by itself", async () => {
    answers = [answered(403, { message: "Not today" })]
    const tab = openTab()
    const { id } = tab.add(closing(1))
    tab.add(closing(2))
    await pass(0)
    await pass(3_600_000)
    assert.deepEqual([refused, done.length, sent.length], [["Not today"], 1, 2])
    assert.deepEqual(
      tab.list().map(({ state, reason }) => [state, reason]),
      [["refused", "Not today"]],
    )
    tab.retry(id)
    await pass(0)
    assert.deepEqual([done.at(-1), tab.list()], [id, []])
  })

  test("is sent again when the session has ended or the desk changed in between", async () => {
    answers = [answered(401), answered(412, { code: "changed_meanwhile" })]
    openTab().add(closing(1))
    await pass(0)
    await pass(1_000)
    await pass(2_000)
    assert.deepEqual([sent.length, done.length], [3, 1])
  })

  test("is refused where too many wait already", () => {
    const tab = openTab()
    for (let count = 0; count < mostCommands; count++) tab.add(closing(count))
    assert.throws(() => tab.add(closing(0)))
  })
})

describe("a command that waits", () => {
  test("is sent by the page that is loaded next, of the same user only", async () => {
    answers = [offline]
    const before = openTab()
    const { id } = before.add(closing(1))
    await pass(0)
    before.close()
    const other = openTab(8)
    other.reread()
    await pass(60_000)
    assert.deepEqual([sent.length, other.list()], [1, []])
    openTab().reread()
    await pass(0)
    assert.deepEqual(done, [id])
  })

  test("is compared with the desk, and asked about where somebody else came first", async () => {
    answers = [offline, () => ({ conflict: "changed" })]
    const tab = openTab()
    const { id } = tab.add(closing(1))
    await pass(0)
    await pass(60_000)
    assert.deepEqual(
      tab.list().map(({ state, conflict }) => [state, conflict]),
      [["conflict", "changed"]],
    )
    assert.deepEqual([sent.length, done.length], [2, 0])
    tab.retry(id)
    await pass(0)
    assert.deepEqual([sent.at(-1)?.check, done], [false, [id]])
  })

  test("can be cancelled, and is not sent then", async () => {
    answers = [offline]
    const tab = openTab()
    const { id } = tab.add(closing(1))
    await pass(0)
    tab.cancel(id)
    await pass(60_000)
    assert.deepEqual([sent.length, done, tab.list(), browser.length], [1, [], [], 0])
  })

  test("that is cancelled while it is being sent is reported as done where it has arrived", async () => {
    const tab = openTab()
    answers = [
      () => {
        tab.cancel(tab.list()[0]?.id ?? "")
        return {}
      },
    ]
    const { id } = tab.add(closing(1))
    await pass(0)
    assert.deepEqual([done, browser.length], [[id], 0])
    answers = [
      () => {
        tab.cancel(tab.list()[0]?.id ?? "")
        return offline()
      },
    ]
    tab.add(closing(1))
    await pass(60_000)
    assert.deepEqual([sent.length, browser.length], [2, 0])
  })

  test("is asked about as a bulk action of five minutes, or when the desk has forgotten its key", async () => {
    answers = [offline]
    const tab = openTab()
    const { id } = tab.add(assigning)
    await pass(0)
    tab.close()
    await pass(6 * 60_000)
    const later = openTab()
    await later.drain({ now: true })
    assert.deepEqual(
      later.list().map(({ conflict }) => conflict),
      ["old"],
    )
    later.retry(id)
    await pass(0)
    assert.deepEqual([sent.at(-1)?.id, done], [id, [id]])

    answers = [offline]
    const old = later.add(closing(1)).id
    await pass(0)
    later.close()
    await pass(24 * 3_600_000)
    const nextDay = openTab()
    await nextDay.drain({ now: true })
    assert.equal(nextDay.list()[0]?.conflict, "old")
    nextDay.retry(old)
    await pass(0)
    assert.notEqual(sent.at(-1)?.id, old)
    assert.equal(done.length, 2)
  })

  test("is left out where it is in a form that nobody knows", () => {
    const tab = openTab()
    browser.setItem("deskhand.commands.1.7.a", "{")
    browser.setItem("deskhand.commands.1.7.b", JSON.stringify({ id: "b" }))
    assert.deepEqual(tab.list(), [])
    const stored = { target: { ids: [1], count: 1 }, createdAt: 0, attempts: 0, notBefore: 0, state: "refused" }
    const put = (id: string, change: object) =>
      browser.setItem(`deskhand.commands.1.7.${id}`, JSON.stringify({ ...stored, id, change, bulk: false }))
    put("c", { priority: "high" })
    put("d", { status: "closed" })
    assert.deepEqual(
      tab.list().map(({ id }) => id),
      ["d"],
    )
  })
})

test("two tabs send each command once, in order, and either one sends what the other has left", async () => {
  answers = [offline]
  const [one, other] = [openTab(), openTab()]
  const ids = [one.add(closing(1)).id]
  await pass(1)
  ids.push(other.add(closing(2)).id)
  one.reread()
  other.reread()
  await pass(1)
  await Promise.all([one.drain({ now: true }), other.drain({ now: true })])
  await pass(60_000)
  assert.deepEqual(done, ids)
  assert.equal(sent.length, 3)

  answers = [offline]
  const left = one.add(closing(3)).id
  await pass(0)
  one.close()
  other.reread()
  await pass(1_000)
  assert.deepEqual(done, [...ids, left])
})
