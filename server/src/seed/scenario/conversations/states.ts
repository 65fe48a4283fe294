import type { NewConversation } from "../../insert/conversations.ts"
import { fromCustomer, lineItem, note, reply } from "../../insert/threads.ts"
import type { Desk } from "../desk.ts"

/** Every type, status, state and waiting event. */
export function stateConversations({ clock, users, inboxes, customers, tags, fields }: Desk) {
  const inSupport = { inboxId: inboxes.support, customerId: customers.female }
  const question = fromCustomer(clock.ago({ days: 14 }), "<p>How does this end?</p>")
  const answer = reply(users.grace, clock.ago({ days: 13 }), "<p>Like this.</p>")
  const snoozing = lineItem(users.ada, clock.ago({ days: 12 }), { type: "snoozed", text: "Snoozed for two weeks" })
  const draftFor = (hours: number, unscheduleOnCustomerReply: boolean) =>
    reply(users.grace, clock.ago({ days: 2 }), "<p>Good morning, it is ready.</p>", {
      state: "draft",
      to: ["female@customers.scenario.example"],
      scheduled: {
        byId: users.ada,
        sendAsId: users.grace,
        at: clock.ago({ days: 1 }),
        for: clock.ahead({ days: 30, hours }),
        unscheduleOnCustomerReply,
      },
    })
  return {
    active: { ...inSupport, subject: "Active and unassigned", threads: { question } },
    pending: {
      ...inSupport,
      subject: "Pending",
      status: "pending",
      assigneeId: users.ada,
      threads: { question, answer },
    },
    closedByAda: {
      ...inSupport,
      subject: "Closed by a user",
      assigneeId: users.ada,
      closed: { byId: users.ada, at: clock.ago({ days: 11 }) },
      threads: { question, answer },
    },
    closedBySystem: {
      ...inSupport,
      subject: "Closed by a system user",
      closed: { byId: users.system, at: clock.ago({ days: 10 }) },
      threads: { question, answer },
    },
    /** As an import leaves it: nobody knows who closed it. */
    closedByNobody: {
      ...inSupport,
      subject: "Closed before it came here",
      source: { type: "csv", via: "user" },
      closed: { at: clock.ago({ days: 10, hours: 1 }) },
      threads: { question, answer },
    },
    spam: {
      ...inSupport,
      customerId: customers.withoutName,
      subject: "You have won",
      status: "spam",
      threads: { question: fromCustomer(clock.ago({ days: 15 }), "<p>Send us your teapot to claim it.</p>") },
    },
    deleted: { ...inSupport, subject: "Deleted", state: "deleted", threads: { question, answer } },
    draft: {
      ...inSupport,
      customerId: customers.draft,
      subject: "Draft of Ada",
      state: "draft",
      threads: { opening: reply(users.ada, clock.ago({ days: 1 }), "<p>Dear Dora, I was</p>", { state: "draft" }) },
    },
    draftOfGrace: {
      ...inSupport,
      subject: "Draft of Grace",
      state: "draft",
      threads: { opening: reply(users.grace, clock.ago({ days: 1 }), "<p>Dear</p>", { state: "draft" }) },
    },
    snoozed: {
      ...inSupport,
      subject: "Snoozed until a reply",
      assigneeId: users.limited,
      snoozed: { byId: users.ada, until: clock.ahead({ days: 30 }), unsnoozeOnCustomerReply: true },
      threads: { question, answer, snoozing },
    },
    snoozedThroughReplies: {
      ...inSupport,
      subject: "Snoozed whatever comes",
      snoozed: { byId: users.grace, until: clock.ahead({ days: 31 }), unsnoozeOnCustomerReply: false },
      threads: { question, answer, snoozing },
    },
    scheduled: {
      ...inSupport,
      subject: "Answer scheduled until a reply",
      threads: { question, later: draftFor(2, false), sooner: draftFor(1, true) },
    },
    scheduledThroughReplies: {
      ...inSupport,
      subject: "Answer scheduled whatever comes",
      threads: { question, draft: draftFor(3, false) },
    },
    waitingLong: {
      ...inSupport,
      subject: "Waiting for most of a year",
      threads: {
        first: fromCustomer(clock.ago({ days: 300 }), "<p>Hello?</p>"),
        remark: note(users.limited, clock.ago({ days: 299 }), "<p>Somebody should answer this.</p>"),
        second: fromCustomer(clock.ago({ days: 290 }), "<p>Is anybody there?</p>"),
      },
    },
    waitingForNothing: {
      ...inSupport,
      subject: "Answered",
      assigneeId: users.limited,
      threads: { question, answer },
    },
    copied: {
      ...inSupport,
      subject: "With copies",
      cc: ["carbon@customers.scenario.example", "copy+two@customers.scenario.example"],
      bcc: ["blind@customers.scenario.example"],
      threads: {
        question: fromCustomer(clock.ago({ days: 16 }), "<p>I copy my lawyer.</p>", {
          to: ["support@scenario.example"],
          cc: ["carbon@customers.scenario.example", "copy+two@customers.scenario.example"],
          bcc: ["blind@customers.scenario.example"],
        }),
      },
    },
    everyField: {
      ...inSupport,
      customerId: customers.full,
      subject: "With every custom field",
      assigneeId: users.limited,
      tagIds: [tags.vip, tags.summer, tags.twoWords],
      fields: [
        { fieldId: fields.plan.id, value: String(fields.plan.options.Plus) },
        { fieldId: fields.product, value: "Difference Engine No. 2" },
        { fieldId: fields.steps, value: "1. Turn the crank\n2. Listen" },
        { fieldId: fields.quantity, value: "42" },
        { fieldId: fields.boughtOn, value: "2024-02-29" },
      ],
      threads: { question, answer },
    },
    anotherPlan: {
      ...inSupport,
      customerId: customers.full,
      subject: "With another value of the dropdown",
      tagIds: [tags.summer],
      fields: [
        { fieldId: fields.plan.id, value: String(fields.plan.options.Basic) },
        { fieldId: fields.product, value: "Difference Engine No. 1" },
      ],
      threads: { question },
    },
    hidden: {
      inboxId: inboxes.hidden,
      customerId: customers.hidden,
      subject: "In the hidden inbox",
      assigneeId: users.ada,
      tagIds: [tags.vip],
      threads: { question, answer },
    },
    /** Its customer writes to other inboxes too. */
    hiddenOfKnownCustomer: {
      inboxId: inboxes.hidden,
      customerId: customers.full,
      subject: "In the hidden inbox, from a customer everybody knows",
      closed: { byId: users.ada, at: clock.ago({ days: 9 }) },
      threads: { question, answer },
    },
  } satisfies Record<string, NewConversation<string>>
}
