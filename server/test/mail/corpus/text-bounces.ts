import { mail, multipart, type Sample, textPart } from "./sample.ts"

const returned = `Return-Path: <b5-aaaa@desk.example>
From: Help <help@desk.example>
To: gone@else.example
Message-ID: <m5-bbbb@desk.example>
Subject: Your order

Words`

const names = ["m5-bbbb@desk.example", "b5-aaaa@desk.example"]
const daemon = { From: "Mail Delivery System <MAILER-DAEMON@mx.else.example>", "Auto-Submitted": "auto-replied" }
const from = "MAILER-DAEMON@mx.else.example"

/** Bounces in words alone, and words that only look like one. */
export const textBounces: Sample[] = [
  {
    name: "qmail: in words",
    raw: mail(
      { ...daemon, Subject: "failure notice", "MIME-Version": null },
      `Hi. This is the qmail-send program at mx.else.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<gone@else.example>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

${returned}`,
    ),
    subject: "failure notice",
    from,
    text: ["qmail-send", "Words"],
    report: {
      recipients: [
        {
          address: "gone@else.example",
          action: "failed",
          status: "5.1.1",
          diagnostic: "Sorry, no mailbox here by that name. (#5.1.1)",
        },
      ],
      names,
    },
  },
  {
    name: "Exim: in words",
    raw: mail(
      {
        ...daemon,
        Subject: "Mail delivery failed: returning message to sender",
        "X-Failed-Recipients": "gone@else.example",
      },
      `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  gone@else.example
    host in.else.example [192.0.2.1]
    SMTP error from remote mail server after RCPT TO:<gone@else.example>:
    550 5.7.1 Unrouteable address

------ This is a copy of the message, including all the headers. ------

${returned}`,
    ),
    subject: "Mail delivery failed: returning message to sender",
    from,
    text: ["created automatically"],
    report: {
      recipients: [
        {
          address: "gone@else.example",
          action: "failed",
          status: "5.7.1",
          diagnostic:
            "host in.else.example [192.0.2.1] SMTP error from remote mail server after RCPT TO:<gone@else.example>: 550 5.7.1 Unrouteable address",
        },
      ],
      names,
    },
  },
  {
    name: "somebody who writes like qmail is not believed",
    raw: mail({}, "Hi. This is the qmail-send program at x.\n\n<gone@else.example>:\nNo. (#5.1.1)\n"),
    text: ["qmail-send"],
  },
  {
    name: "a mail system without a copy and without addresses",
    raw: mail({ ...daemon, Subject: "Warning" }, "Something happened."),
    subject: "Warning",
    from,
    text: ["Something happened."],
  },
  {
    name: "sendmail: in words, with a copy below",
    raw: mail(
      { ...daemon, Subject: "Returned mail: see transcript for details" },
      `The original message was received at Mon, 4 Mar 2024 10:00:00 +0100

   ----- The following addresses had permanent fatal errors -----
<gone@else.example>
    (reason: 550 5.1.1 User unknown)

   ----- Original message follows -----

${returned}`,
    ),
    subject: "Returned mail: see transcript for details",
    from,
    text: ["permanent fatal errors"],
    report: {
      recipients: [
        {
          address: "gone@else.example",
          action: "failed",
          status: "5.1.1",
          diagnostic: "(reason: 550 5.1.1 User unknown)",
        },
      ],
      names,
    },
  },
  {
    name: "another program: in words, with the mail attached",
    raw: mail(
      {
        ...daemon,
        ...multipart("mixed")[0],
        Subject: "Delivery Status Notification (Failure)",
        "In-Reply-To": "<m5-bbbb@desk.example>",
      },
      multipart(
        "mixed",
        textPart(
          "Delivery to the following recipient failed permanently:\n\n     gone@else.example\n\nThe mailbox is full.",
        ),
        `Content-Type: message/rfc822\n\n${returned}`,
      )[1],
    ),
    subject: "Delivery Status Notification (Failure)",
    from,
    text: ["failed permanently"],
    files: ["Your order.eml"],
    report: {
      recipients: [{ address: "gone@else.example", action: "failed", status: "5.0.0", diagnostic: "" }],
      names,
    },
  },
  {
    name: "another program: later, in words",
    raw: mail(
      { ...daemon, "Return-Path": "<>", Subject: "Warning: could not send message for past 4 hours" },
      "Your message has not yet been delivered to:\n\n<gone@else.example>: timed out\n\nWe will keep trying.",
    ),
    subject: "Warning: could not send message for past 4 hours",
    from,
    text: ["not yet been delivered"],
    report: {
      recipients: [{ address: "gone@else.example", action: "delayed", status: "4.0.0", diagnostic: "timed out" }],
      names: [],
    },
  },
  {
    name: "a person who is the postmaster",
    raw: mail(
      { From: "Ann <postmaster@customer.example>", Subject: "Parcel" },
      "Hello,\nmy parcel could not be delivered. Please write to\nann@customer.example\n\n----- Original message -----\nFrom: Help",
    ),
    subject: "Parcel",
    from: "postmaster@customer.example",
    fromName: "Ann",
    text: ["my parcel could not be delivered"],
  },
]
