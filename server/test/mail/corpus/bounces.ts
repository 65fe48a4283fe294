import { type Fields, lineEnds, mail, multipart, parts, type Sample, textPart } from "./sample.ts"

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

const gone = "Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; gone@else.example\nAction: failed\nStatus: 5.1.1"
const failed: Sample["report"] = {
  recipients: [{ address: "gone@else.example", action: "failed", status: "5.1.1", diagnostic: "" }],
  names,
}

/** The parts of a bounce below the words of whoever passes it on. */
function passedOn(fields: Fields, words: string): [Fields, string] {
  const [types, body] = multipart(
    "mixed",
    textPart(words),
    `Content-Type: message/delivery-status\n\n${gone}`,
    `Content-Type: message/rfc822\n\n${returned}`,
  )
  return [{ ...fields, ...types }, body]
}

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
  {
    name: "the null sender makes a report too",
    raw: mail(
      ...passedOn(
        { "Return-Path": "<>", From: "System <system@else.example>", Subject: "Undeliverable" },
        "Not delivered",
      ),
    ),
    subject: "Undeliverable",
    from: "system@else.example",
    text: ["Not delivered"],
    files,
    report: failed,
  },
  {
    name: "a bounce that somebody passes on with words, its parts attached",
    raw: mail(...passedOn({ Subject: "Fwd: Undelivered Mail" }, "I got this when I wrote to you. What is wrong?")),
    subject: "Fwd: Undelivered Mail",
    text: ["I got this when I wrote to you."],
    files,
  },
  {
    name: "a bounce that the postmaster of a customer passes on",
    raw: mail(
      ...passedOn(
        { From: "postmaster@customer.example", Subject: "FW: Undelivered Mail" },
        "Our people got this from you.",
      ),
    ),
    subject: "FW: Undelivered Mail",
    from: "postmaster@customer.example",
    text: ["Our people got this from you."],
    files,
  },
  {
    name: "a bounce that somebody passes on as a file",
    raw: mail(
      ...multipart(
        "mixed",
        textPart("I got this when I wrote to you."),
        `Content-Type: message/rfc822\n\n${report(gone).toString().replaceAll("=_b1", "=_b2")}`,
      ),
    ),
    text: ["I got this when I wrote to you."],
    files: ["Undelivered Mail Returned to Sender.eml"],
  },
  {
    name: "a bounce that somebody passes on in the text",
    raw: mail(
      { Subject: "Fwd: failure notice" },
      "What is this?\n\n> Hi. This is the qmail-send program at x.\n> <gone@else.example>:\n> No. (#5.1.1)\n\nFrom: MAILER-DAEMON@mx.else.example",
    ),
    subject: "Fwd: failure notice",
    text: ["What is this?"],
  },
  {
    name: "a complaint is no bounce",
    raw: mail(
      {
        ...daemon,
        "Content-Type": "multipart/report; report-type=feedback-report; boundary=r",
        Subject: "complaint about message",
      },
      parts(
        "r",
        textPart("This is an abuse report."),
        "Content-Type: message/feedback-report\n\nFeedback-Type: abuse\nVersion: 1",
        `Content-Type: message/rfc822\n\n${returned}`,
      ),
    ),
    subject: "complaint about message",
    from,
    text: ["abuse report"],
    files: ["attachment", "Your order.eml"],
  },
  {
    name: "a report without actions, its recipient in another field",
    raw: report(
      "Reporting-MTA: dns; x\nX-Original-Message-ID: <m6-cccc@desk.example>\n\nFinal-Recipient: X.400; /O=x/CN=gone/\nOriginal-Recipient: rfc822; gone@else.example\nStatus: 5.2.1",
    ),
    subject,
    from,
    text,
    files,
    report: {
      recipients: [{ address: "gone@else.example", action: "failed", status: "5.2.1", diagnostic: "" }],
      names: ["m6-cccc@desk.example", ...names],
    },
  },
]
