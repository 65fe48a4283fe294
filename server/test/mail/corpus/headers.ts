import { mail, type Sample } from "./sample.ts"
import { guesses } from "./senders.ts"

const words = (text: string) => `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`

/** Fields that are missing, repeated, wrong or deceiving. */
export const headers: Sample[] = [
  {
    name: "two senders: the first is shown, and flagged (P4)",
    raw: mail({ From: "Ann <ann@customer.example>\r\nFrom: Boss <boss@desk.example>" }, "x"),
    fromName: "Ann",
    text: ["x"],
    flags: ["repeated_header", "several_from"],
  },
  {
    name: "two senders in one field (P4)",
    raw: mail({ From: "ann@customer.example, boss@desk.example" }, "x"),
    fromName: "",
    text: ["x"],
    flags: ["several_from"],
  },
  {
    name: "two senders: of the first in which an address can be seen (P4)",
    raw: mail({ From: "Ann Lee\r\nFrom: Bob <bob@customer.example>" }, "x"),
    from: "bob@customer.example",
    fromName: "Bob",
    text: ["x"],
    flags: ["repeated_header", "several_from", "unclear_sender"],
  },
  {
    name: "two senders in one field, and which of them has sent it (P4)",
    raw: mail({ From: "boss@desk.example, Ann <ann@customer.example>", Sender: "ann@customer.example" }, "x"),
    fromName: "Ann",
    text: ["x"],
    flags: ["several_from"],
  },
  {
    name: "somebody beside the two senders has sent it (P4)",
    raw: mail({ From: "ann@customer.example, boss@desk.example", Sender: "x@else.example" }, "x"),
    text: ["x"],
    flags: ["several_from"],
  },
  {
    name: "two subjects and two ids (P4)",
    raw: mail(
      { Subject: "First\r\nSubject: Second", "Message-ID": "<1@customer.example>\r\nMessage-ID: <2@customer.example>" },
      "x",
    ),
    subject: "First",
    text: ["x"],
    flags: ["repeated_header"],
  },
  {
    name: "words that split a character (P7)",
    raw: mail({ Subject: "=?utf-8?Q?caf=C3?= =?utf-8?Q?=A9?= and =?utf-8?B?Z3LDvMOfZQ==?=" }, "x"),
    subject: "café and grüße",
    text: ["x"],
  },
  {
    name: "words within words are decoded once (P7)",
    raw: mail({ Subject: words("=?utf-8?Q?inner?=") }, "x"),
    subject: "=?utf-8?Q?inner?=",
    text: ["x"],
  },
  {
    name: "50,000 encoded words (P7)",
    raw: mail({ Subject: "=?utf-8?Q?=C3=BC?= ".repeat(50_000).trim() }, "x"),
    subject: `${"ü".repeat(999)}…`,
    text: ["x"],
  },
  {
    name: "encoded line breaks and markup (P7)",
    raw: mail(
      {
        Subject: words("a\r\nBcc: everybody@else.example\r\n<script>alert(1)</script>"),
        From: `${words('<script>"')} <ann@customer.example>`,
      },
      "x",
    ),
    subject: "a Bcc: everybody@else.example <script>alert(1)</script>",
    fromName: "<script>",
    text: ["x"],
  },
  {
    name: "no sender (P8)",
    raw: mail({ From: null }, "x"),
    from: null,
    text: ["x"],
    flags: ["no_sender"],
  },
  { name: "no recipient, no date (P8)", raw: mail({ To: null, Date: null }, "x"), text: ["x"] },
  { name: "no id (P8)", raw: mail({ "Message-ID": null }, "x"), text: ["x"], flags: ["no_message_id"] },
  {
    name: "nothing at all (P8)",
    raw: Buffer.alloc(0),
    subject: "",
    from: null,
    flags: ["no_message_id", "no_sender"],
  },
  {
    name: "nothing but NULs (P8)",
    raw: Buffer.alloc(1_000),
    subject: "",
    from: null,
    flags: ["no_message_id", "no_sender"],
  },
  { name: "a header alone (P8)", raw: mail({}, ""), text: [] },
  {
    name: "a header without its end (P8)",
    raw: Buffer.from("From: ann@customer.example\r\nMessage-ID: <1@x>\r\nSubject: cut"),
    subject: "cut",
  },
  {
    name: "the line of an mbox above it (P8)",
    raw: Buffer.concat([Buffer.from("From ann@customer.example Mon Mar  4 10:00:00 2024\n"), mail({}, "x")]),
    text: ["x"],
  },
  {
    name: "line feeds alone",
    raw: Buffer.from(mail({}, "one\ntwo").toString().replaceAll("\r\n", "\n")),
    text: ["one\ntwo"],
  },
  ...[
    "Thu, 1 Jan 1970 00:00:00 +0000",
    "Mon, 4 Mar 2099 10:00:00 +0000",
    "Fri, 30 Feb 2024 10:00:00 +0000",
    "Mon, 4 Mar 2024 10:00:00 +9999",
    "yesterday",
  ].map(
    (date): Sample => ({ name: `of ${date} (P9)`, raw: mail({ Date: date }, "x"), text: ["x"], flags: ["odd_date"] }),
  ),
  ...unknown('"boss@desk.example"@customer.example'),
  ...unknown("boss@desk.example@customer.example"),
  ...unknown("<boss@desk.example@customer.example>"),
  ...unknown("<>"),
  ...unknown("ann@[192.0.2.1]"),
  ...unknown("ann(at)customer.example"),
  ...unknown("ann@custo mer.example"),
  ...unknown("ann@-customer.example"),
  ...unknown("ann@customer..example"),
  ...unknown('"ann lee"@customer.example'),
  ...guesses,
  ...sender("ann@customer.example (Ann)", "ann@customer.example", "Ann"),
  ...sender('"Lee, Ann" <ann@customer.example>', "ann@customer.example", "Lee, Ann"),
  ...sender('"Ann \\"A\\" Lee" <ann@CUSTOMER.Example>', "ann@customer.example", 'Ann "A" Lee'),
  ...sender("Bücher <info@bücher.example>", "info@xn--bcher-kva.example", "Bücher"),
  ...sender("ann+tag@customer.example", "ann+tag@customer.example", ""),
  ...sender("<abc..def.@docomo.example>", "abc..def.@docomo.example", ""),
  ...sender("Ann\r\n Lee\r\n <ann@customer.example>", "ann@customer.example", "Ann Lee"),
  {
    name: "a name that is another's address (P12)",
    raw: mail({ From: '"boss@desk.example" <ann@customer.example>' }, "x"),
    fromName: "boss@desk.example",
    text: ["x"],
    flags: ["name_is_address"],
  },
  {
    name: "a domain that only looks like ours (P12)",
    raw: mail({ From: "boss@dеsk.example" }, "x"),
    from: "boss@xn--dsk-rdd.example",
    fromName: "",
    text: ["x"],
    flags: ["mixed_scripts"],
  },
  {
    name: "a name that turns the direction of reading (P12)",
    raw: mail({ From: '"Ann \u202eelpmaxe" <ann@customer.example>' }, "x"),
    fromName: "Ann elpmaxe",
    text: ["x"],
  },
  {
    name: "a list of 1.9 MB (P12)",
    raw: mail({ Cc: "ann@customer.example, ".repeat(85_000) }, "x"),
    text: ["x"],
  },
]

function unknown(from: string): Sample[] {
  return [
    { name: `nobody in ${from} (P12)`, raw: mail({ From: from }, "x"), from: null, text: ["x"], flags: ["no_sender"] },
  ]
}

function sender(from: string, address: string, fromName: string): Sample[] {
  return [{ name: `somebody in ${from} (P12)`, raw: mail({ From: from }, "x"), from: address, fromName, text: ["x"] }]
}
