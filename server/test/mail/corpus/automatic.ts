import { htmlPart, mail, multipart, parts, type Sample, textPart } from "./sample.ts"

const invitation = `BEGIN:VCALENDAR
METHOD:REQUEST
BEGIN:VEVENT
SUMMARY:Call
LOCATION:<script>alert(1)</script>
END:VEVENT
END:VCALENDAR`

/** Out of office, lists, invitations, and what other programs send by themselves. */
export const automatic: Sample[] = [
  {
    name: "out of office, by Exchange",
    raw: mail(
      { Subject: "Automatic reply: Your order", "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
      "I am away until Monday.",
    ),
    subject: "Automatic reply: Your order",
    text: ["I am away"],
  },
  {
    name: "out of office, by vacation",
    raw: mail({ Subject: "Re: Your order", Precedence: "bulk", "Auto-Submitted": "auto-replied (vacation)" }, "Away."),
    subject: "Re: Your order",
    text: ["Away."],
  },
  {
    name: "a mailing list with its footer",
    raw: mail(
      {
        "List-Id": "Talk <talk.lists.example>",
        "List-Unsubscribe": "<https://lists.example/u>",
        "Content-Type": "multipart/mixed; boundary=l",
      },
      parts(
        "l",
        `Content-Type: multipart/alternative; boundary=a\n\n${parts("a", textPart("A question"), htmlPart("<p>A question</p>"))}`,
        textPart("_______\nTalk mailing list\nhttps://lists.example/talk"),
      ),
    ),
    text: ["A question", "Talk mailing list"],
    body: ["<p>A question</p>", 'href="https://lists.example/talk"'],
  },
  {
    name: "a digest: each message a file, none of it opened",
    raw: mail(
      { "Content-Type": "multipart/mixed; boundary=d" },
      parts(
        "d",
        textPart("Today's topics"),
        `Content-Type: multipart/digest; boundary=e\n\n${parts("e", "\nFrom: a@x.example\nSubject: First\n\n1", "\nFrom: b@x.example\nSubject: Second\n\n2")}`,
      ),
    ),
    text: ["Today's topics"],
    files: ["First.eml", "Second.eml"],
  },
  {
    name: "an invitation beside its text (P18)",
    raw: mail(
      ...multipart(
        "alternative",
        textPart("You are invited"),
        htmlPart("<p>You are invited</p>"),
        `Content-Type: text/calendar; charset=utf-8; method=REQUEST\n\n${invitation}`,
      ),
    ),
    text: ["You are invited"],
    bodyLacks: ["<script", "LOCATION"],
    files: ["invite.ics"],
  },
  {
    name: "nothing but an invitation (P18)",
    raw: mail({ "Content-Type": "text/calendar; charset=utf-8; method=REQUEST" }, invitation),
    files: ["invite.ics"],
  },
  {
    name: "a card and rich text (P18)",
    raw: mail(
      ...multipart(
        "mixed",
        textPart("My card"),
        "Content-Type: text/x-vcard; name=ann.vcf\n\nBEGIN:VCARD\nFN:Ann <script>\nEND:VCARD",
        "Content-Type: text/rtf\n\n{\\rtf1 hello}",
        "Content-Type: text/enriched\n\n<bold>x</bold>",
      ),
    ),
    text: ["My card"],
    files: ["ann.vcf", "attachment", "attachment"],
  },
  {
    name: "a form of a web site, in markup alone (P14)",
    raw: mail(
      { From: '"Web form" <form@shop.example>', "Reply-To": "Ann <ann@customer.example>", "Content-Type": "text/html" },
      "<table><tr><td>Name</td><td>Ann</td></tr></table><form action='https://evil.example'><input name=a><button>Go</button></form>",
    ),
    from: "form@shop.example",
    fromName: "Web form",
    text: ["Name Ann"],
    bodyLacks: ["<form", "<input", "<button"],
  },
  {
    name: "text and markup that contradict each other (P14)",
    raw: mail(
      ...multipart("alternative", textPart("The price is ten"), htmlPart("<p>Twenty euros, payable at once</p>")),
    ),
    text: ["The price is ten", "Twenty euros, payable at once"],
    body: ["Twenty euros"],
  },
  {
    name: "three forms in markup: the last is shown (P14)",
    raw: mail(
      ...multipart(
        "alternative",
        textPart("t"),
        htmlPart("<p>one</p>"),
        htmlPart("<p>two</p>"),
        htmlPart("<p>three</p>"),
      ),
    ),
    text: ["t"],
    body: ["<p>three</p>"],
    bodyLacks: ["one", "two"],
  },
  {
    name: "markup in a text stays text (P14)",
    raw: mail({ "Content-Type": "text/plain" }, "<b>bold</b> <script>alert(1)</script>"),
    text: ["<b>bold</b>"],
    body: ["&lt;b&gt;bold"],
    bodyLacks: ["<script", "<b>"],
  },
  {
    name: "a page for programs other than ours",
    raw: mail(
      ...multipart(
        "alternative",
        textPart("Hi"),
        "Content-Type: text/x-amp-html\n\n<html amp4email></html>",
        htmlPart("<p>Hi</p>"),
      ),
    ),
    text: ["Hi"],
  },
]
