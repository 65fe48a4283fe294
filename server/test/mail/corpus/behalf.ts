import { mail, type Sample } from "./sample.ts"

/** Messages whose From stands for somebody else, and what decides who they are from. */
export const behalf: Sample[] = [
  {
    name: "a website form that writes as the inbox",
    raw: mail({ From: "Website <help@desk.example>", "Reply-To": "Ann Lee <ann@customer.example>" }, "From the form"),
    from: "help@desk.example",
    replyTo: ["ann@customer.example"],
    text: ["From the form"],
  },
  {
    name: "a group that writes in its own name, with the original From",
    raw: mail(
      {
        From: "'Ann Lee' via Help <help@desk.example>",
        "Reply-To": "Ann Lee <ann@customer.example>",
        "X-Original-Sender": "ann@customer.example",
        "X-Original-From": "Ann Lee <ann@customer.example>",
        "Mailing-list": "list help@desk.example; contact help+owners@desk.example",
        "List-ID": "<help.desk.example>",
      },
      "To the group",
    ),
    from: "help@desk.example",
    original: "ann@customer.example",
    replyTo: ["ann@customer.example"],
    text: ["To the group"],
  },
  {
    name: "a list that rewrites senders of strict domains",
    raw: mail(
      {
        From: "Ann Lee via Talk <talk@lists.example>",
        "Reply-To": "Ann Lee <ann@customer.example>",
        "List-Id": "Talk <talk.lists.example>",
        "List-Post": "<mailto:talk@lists.example>",
      },
      "To the list",
    ),
    from: "talk@lists.example",
    replyTo: ["ann@customer.example"],
    text: ["To the list"],
  },
  {
    name: "a shop that takes no replies and names the customer",
    raw: mail({ From: "Shop <no-reply@shop.example>", "Reply-To": "ann@customer.example" }, "A new order"),
    from: "no-reply@shop.example",
    replyTo: ["ann@customer.example"],
    text: ["A new order"],
  },
  {
    name: "an alarm without Message-ID and Date",
    raw: mail({ From: "alarm@host.example", Subject: "Disk full", "Message-ID": null, Date: null }, "sda1 at 95 %"),
    subject: "Disk full",
    from: "alarm@host.example",
    text: ["sda1 at 95 %"],
    flags: ["no_message_id"],
  },
]
