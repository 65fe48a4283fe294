import type { NewConversation } from "../../insert/conversations.ts"
import { fromCustomer, lineItem, note, reply } from "../../insert/threads.ts"
import type { Desk } from "../desk.ts"

/** Every kind of person as assignee, creator and author. */
export function personConversations({ clock, users, teams, inboxes, customers, crowd }: Desk) {
  const inSupport = { inboxId: inboxes.support, customerId: customers.male }
  const assigned = (text: string, user: number) => ({ type: "assigned", text, entities: { user } })
  const busyWith = (index: number) => ({
    inboxId: inboxes.support,
    customerId: crowd[index] ?? customers.male,
    subject: `Busy ${index + 1}`,
    assigneeId: users.busy,
    threads: { question: fromCustomer(clock.ago({ hours: 20 + index }), "<p>Please take this one.</p>") },
  })
  return {
    assignedToAda: {
      ...inSupport,
      subject: "Assigned to a user",
      assigneeId: users.ada,
      threads: {
        question: fromCustomer(clock.ago({ days: 9 }), "<p>Who looks after me?</p>"),
        assignment: lineItem(users.grace, clock.ago({ days: 8 }), assigned("Assigned to Ada Lovelace", users.ada), {
          assignedToId: users.ada,
        }),
        answer: reply(users.ada, clock.ago({ days: 7 }), "<p>I do.</p>", {
          to: ["male@customers.scenario.example"],
          assignedToId: users.ada,
        }),
      },
    },
    assignedToGrace: {
      ...inSupport,
      subject: "Assigned by routing",
      assigneeId: users.grace,
      threads: { question: fromCustomer(clock.ago({ days: 1 }), "<p>Anybody?</p>", { assignedToId: users.grace }) },
    },
    assignedToSystem: {
      ...inSupport,
      subject: "Assigned to a system user",
      assigneeId: users.system,
      threads: {
        question: fromCustomer(clock.ago({ days: 6 }), "<p>Is there a machine for this?</p>"),
        answer: reply(users.system, clock.ago({ days: 6, minutes: -1 }), "<p>There is. Hello.</p>", {
          to: ["male@customers.scenario.example"],
          assignedToId: users.system,
        }),
        remark: note(users.system, clock.ago({ days: 6, minutes: -2 }), "<p>Answered by the machine.</p>"),
      },
    },
    assignedToTeam: {
      ...inSupport,
      subject: "Assigned to a team",
      assigneeId: teams.firstLine,
      threads: {
        question: fromCustomer(clock.ago({ days: 5 }), "<p>Any of you will do.</p>"),
        assignment: lineItem(
          users.ada,
          clock.ago({ days: 5, minutes: -10 }),
          assigned("Assigned to Scenario First Line", teams.firstLine),
          { assignedToId: teams.firstLine },
        ),
      },
    },
    createdByAda: {
      ...inSupport,
      subject: "Created by a user",
      source: { type: "web", via: "user" },
      threads: {
        opening: reply(users.ada, clock.ago({ days: 4 }), "<p>You left your hat here.</p>", {
          to: ["male@customers.scenario.example"],
        }),
      },
    },
    createdBySystem: {
      ...inSupport,
      subject: "Created by a system user",
      source: { type: "orchestration", via: "user" },
      threads: { opening: reply(users.system, clock.ago({ days: 4, hours: 1 }), "<p>Your parcel has moved.</p>") },
    },
    createdByTeam: {
      ...inSupport,
      subject: "Created by a team",
      source: { type: "internal", via: "user" },
      threads: { opening: note(teams.firstLine, clock.ago({ days: 4, hours: 2 }), "<p>Handed over by the team.</p>") },
    },
    /** Written by another customer than the one it is about. */
    createdByColleague: {
      inboxId: inboxes.support,
      customerId: customers.full,
      subject: "Created by another customer",
      threads: {
        question: fromCustomer(clock.ago({ days: 3 }), "<p>Mary asked me to write.</p>", {
          customerId: customers.colleague,
        }),
      },
    },
    busyOne: busyWith(0),
    busyTwo: busyWith(1),
    busyThree: busyWith(2),
  } satisfies Record<string, NewConversation<string>>
}
