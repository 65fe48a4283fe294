import { lineEnds, mail, multipart, parts, type Sample, textPart } from "./sample.ts"

const returned = `Return-Path: <b5-aaaa@desk.example>
From: Help <help@desk.example>
To: gone@else.example
Message-ID: <m5-bbbb@desk.example>
Subject: Your order

Words`

const names = ["m5-bbbb@desk.example", "b5-aaaa@desk.example"]
const daemon = { From: "Mail Delivery System <MAILER-DAEMON@mx.else.example>", "Auto-Submitted": "auto-replied" }
const from = "MAILER-DAEMON@mx.else.example"

function report(status: string, original = `Content-Type: message/rfc822\n\n${returned}`): Buffer {
  const [fields, body] = multipart(
    'report; report-type="delivery-status"',
    textPart("I'm sorry to have to inform you."),
    `Content-Type: message/delivery-status\n\n${status}`,
    original,
  )
  return mail({ ...daemon, Subject: "Undelivered Mail Returned to Sender", ...fields }, body)
}

const files = ["delivery-status.txt", "Your order.eml"]
const subject = "Undelivered Mail Returned to Sender"
const text = ["I'm sorry"]

/** What mail servers say of mails that did not arrive. */
export const bounces: Sample[] = [
  {
    name: "Postfix: nobody of that name",
    raw: report(
      "Reporting-MTA: dns; mx.else.example\nX-Postfix-Queue-ID: 4F1\n\nFinal-Recipient: rfc822; gone@else.example\nOriginal-Recipient: rfc822;gone@else.example\nAction: failed\nStatus: 5.1.1\nRemote-MTA: dns; in.else.example\nDiagnostic-Code: smtp; 550 5.1.1 <gone@else.example>: Recipient address\n    rejected: User unknown",
    ),
    subject,
    from,
    text,
    files,
    report: {
      recipients: [
        {
          address: "gone@else.example",
          action: "failed",
          status: "5.1.1",
          diagnostic: "550 5.1.1 <gone@else.example>: Recipient address rejected: User unknown",
        },
      ],
      names,
    },
  },
  {
    name: "A relay gave it another Message-ID: the last reference names it, the one before names another mail",
    raw: report(
      "Reporting-MTA: dns; mx.else.example\n\nFinal-Recipient: rfc822; gone@else.example\nAction: failed\nStatus: 5.1.1",
      `Content-Type: text/rfc822-headers\n\nFrom: Help <help@desk.example>\nTo: gone@else.example\nMessage-ID: <0100018c@relay.example>\nReferences: <m4-${"a".repeat(26)}@desk.example>\n <t5-${"b".repeat(26)}@desk.example>\nSubject: Your order`,
    ),
    subject,
    from,
    text,
    files: ["delivery-status.txt", "headers.txt"],
    report: {
      recipients: [{ address: "gone@else.example", action: "failed", status: "5.1.1", diagnostic: "" }],
      names: ["0100018c@relay.example", `t5-${"b".repeat(26)}@desk.example`],
    },
  },
  {
    name: "Postfix: later",
    raw: report(
      "Reporting-MTA: dns; mx.else.example\n\nFinal-Recipient: rfc822; gone@else.example\nAction: delayed\nStatus: 4.4.1\nDiagnostic-Code: X-Postfix; connect to in.else.example: Connection timed out\nWill-Retry-Until: Sat, 9 Mar 2024 10:00:00 +0100",
    ),
    subject,
    from,
    text,
    files,
    report: {
      recipients: [
        {
          address: "gone@else.example",
          action: "delayed",
          status: "4.4.1",
          diagnostic: "connect to in.else.example: Connection timed out",
        },
      ],
      names,
    },
  },
  {
    name: "Gmail: with the header alone",
    raw: report(
      "Reporting-MTA: dns; googlemail.example\nArrival-Date: Mon, 04 Mar 2024 01:00:00 -0800 (PST)\nX-Original-Message-ID: <m5-bbbb@desk.example>\n\nFinal-Recipient: rfc822; Gone@Else.Example\nAction: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp; 552-5.2.2 The email account is over quota.\n 552 5.2.2 x - gsmtp\nLast-Attempt-Date: Mon, 04 Mar 2024 01:00:01 -0800 (PST)",
      `Content-Type: text/rfc822-headers\n\n${returned.split("\n\n")[0]}`,
    ),
    subject,
    from,
    text,
    files: ["delivery-status.txt", "headers.txt"],
    report: {
      recipients: [
        {
          address: "Gone@else.example",
          action: "failed",
          status: "5.2.2",
          diagnostic: "552-5.2.2 The email account is over quota. 552 5.2.2 x - gsmtp",
        },
      ],
      names,
    },
  },
  {
    name: "Exchange: with an envelope id",
    raw: report(
      "Reporting-MTA: dns;mail.else.example\nOriginal-Envelope-Id: env-5\nReceived-From-MTA: dns;x\n\nFinal-Recipient: rfc822;gone@else.example\nAction: failed\nStatus: 5.1.10\nDiagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
    ),
    subject,
    from,
    text,
    files,
    report: {
      recipients: [
        {
          address: "gone@else.example",
          action: "failed",
          status: "5.1.10",
          diagnostic: "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
        },
      ],
      names: ["env-5", ...names],
    },
  },
  {
    name: "several recipients, one delivered",
    raw: report(
      "Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; one@else.example\nAction: failed\nStatus: 5.1.1\n\nFinal-Recipient: rfc822; two@else.example\nAction: relayed\nStatus: 2.0.0\n\n\nFinal-Recipient: rfc822; three@else.example\nAction: dancing\n",
    ),
    subject,
    from,
    text,
    files,
    report: {
      recipients: [
        { address: "one@else.example", action: "failed", status: "5.1.1", diagnostic: "" },
        { address: "two@else.example", action: "relayed", status: "2.0.0", diagnostic: "" },
      ],
      names,
    },
  },
  {
    name: "a report about nobody",
    raw: report("Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; <>\nAction: failed\nStatus: 5.0.0"),
    subject,
    from,
    text,
    files,
  },
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
    name: "a receipt is no report",
    raw: mail(
      ...multipart(
        "report; report-type=disposition-notification",
        textPart("Your message was read."),
        "Content-Type: message/disposition-notification\n\nFinal-Recipient: rfc822;ann@customer.example\nDisposition: manual-action/MDN-sent-manually; displayed",
      ),
    ),
    text: ["Your message was read."],
    files: ["attachment"],
  },
  {
    name: "a report in base64",
    raw: mail(
      { ...daemon, Subject: "x", "Content-Type": "multipart/report; boundary=r" },
      parts(
        "r",
        textPart("No"),
        `Content-Type: message/delivery-status\nContent-Transfer-Encoding: base64\n\n${Buffer.from(lineEnds("Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; gone@else.example\nAction: Failed (really)\nStatus: 5.4.4\n")).toString("base64")}`,
      ),
    ),
    subject: "x",
    from,
    text: ["No"],
    files: ["delivery-status.txt"],
    report: {
      recipients: [{ address: "gone@else.example", action: "failed", status: "5.4.4", diagnostic: "" }],
      names: [],
    },
  },
]
