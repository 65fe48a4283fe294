import { page, type QuoteSample, whole } from "./sample.ts"

/** Letters that only look as if they quoted something. */
export const letterSamples: QuoteSample[] = [
  whole(
    "a sentence that ends with “wrote:”",
    "Hello,\n\nOn Monday I wrote:\n\nPlease cancel my order.\n\nNobody answered.",
  ),
  whole("a sentence with a date", "On 4 March 2024 I wrote:\n\nPlease cancel.\n\nStill nothing."),
  whole(
    "a sentence with a date and a time",
    "Hello,\n\nOn 4 March 2024 at 10:00 you wrote:\n\nYour order is on its way.\n\nIt never came.",
  ),
  whole(
    "what a colleague wrote",
    "Hello,\n\nOn March 4, 2024 your colleague wrote:\n\nRefund granted.\n\nWhere is it?",
  ),
  whole(
    "a sentence in German",
    "Guten Tag,\n\nam 4. März 2024 um 10:00 schrieb ich:\n\nBitte stornieren.\n\nNichts geschah.",
  ),
  whole("a sentence in French", "Bonjour,\n\nle 4 mars 2024 à 10:00 vous m'a écrit :\n\nC’est parti.\n\nRien reçu."),
  whole("a journey", "Please change my booking:\n\nFrom: Berlin\nTo: Paris\nDate: 12 May 2024\n\nTwo people.\nAnn"),
  whole("a journey in German", "Bitte umbuchen:\n\nVon: Berlin\nNach: Paris\nAm: 12. Mai\n\nZwei Personen."),
  whole(
    "a form of a website",
    "New message from your website\n\nFrom: Ann Lee <ann@customer.example>\nSubject: Order\nDate: 4 March 2024\nMessage: Where is my order?\n\nSent by the form.",
  ),
  whole(
    "a form with a name and a telephone",
    "Contact request\n\nName: Ann Lee\nPhone: 555 0100\nFrom: Ann <ann@customer.example>\nSubject: Order\nDate: today\n\nWhere is it?",
  ),
  whole(
    "lines that are drawn",
    "Hello\n\n________________________________\n\nOur prices:\n\n--------------------------------\n\nOne: 10\nTwo: 20",
  ),
  whole("stars around a heading", "Dear team,\n\n***** Important *****\n\nThe server is down.\n\n***** End *****"),
  whole("the word “original”", "Hello\n\n-- original price --\n\nis 20 euros, not 30."),
  whole("original message in a sentence", "Hello\n\nMy original message: it does not work.\n\nPlease help."),
  whole("dashes around what somebody wrote", "Hello\n\n--- as I wrote ---\n\nIt does not work."),
  whole("a list of labels", "Hello\n\nTo: the team\nSubject: to change\n\nWe meet on Friday."),
  whole("an agenda", "Agenda\n\nDate: 4 March\nTo: all members\n\nFrom: 10:00\nTo: 12:00\n\nSee you."),
  whole(
    "from and to in sentences",
    "From: what I see, it is broken.\nTo: be honest, I want my money back.\nSent: nothing yet.\n\nAnn",
  ),
  whole("a date with a colon", "Hello\n\n4.3.2024, 10:00:\nThe parcel came.\n\n5.3.2024, 11:00:\nIt was empty."),
  whole("an address with a colon", "Please write to Ann Lee <ann@customer.example>:\nshe knows more."),
  whole(
    "a log with times",
    "Here is the log:\n\n2024-03-04 10:00:00 error: cannot open ann@host.example:\nretry\n2024-03-04 10:00:01 error: again\n\nAnn",
  ),
  whole("a chat that was copied", "The chat:\n\nHelp: 10:00\nHow can I help?\nAnn: 10:01\nMy order is late."),
  whole("a short answer", "Yes, please."),
  whole("a telephone’s line alone", "Yes\n\nSent from my iPhone"),
  whole("code with a mark of a redirection", "Run this:\n\necho 1 > file\ncat file >> other\n\nThen it fails."),
  whole("a comparison at the beginning of a line, and an answer", "It happens when\n> 5 people\nare signed in."),
  whole("the author of a book", "In 2024 Ann Lee wrote: a book about mail.\n\nI want to buy it."),
  whole("a colon after a name", "Help Desk,\n\nAnn wrote to Bob:\n\nthat is all I know."),
  page(
    "an indented block",
    "<p>Prices:</p><blockquote>One: 10<br>Two: 20</blockquote><p>Is that right?</p>",
    "Prices:\nOne: 10\nTwo: 20\nIs that right?",
  ),
  page(
    "indented by Gmail",
    '<div dir="ltr">My address:<br><blockquote style="margin:0 0 0 40px;border:none;padding:0px"><div>Main Street 1</div></blockquote>Thanks</div>',
    "My address:\nMain Street 1\nThanks",
  ),
  page("a line that is drawn", "<p>Hello</p><hr><p>Our prices</p><hr><p>One: 10</p>", "Hello\nOur prices\nOne: 10"),
  page(
    "a table of a journey",
    "<p>Please change:</p><table><tr><td>From:</td><td>Berlin</td></tr><tr><td>To:</td><td>Paris</td></tr><tr><td>Date:</td><td>12 May</td></tr></table><p>Ann</p>",
    "Please change:\nFrom: Berlin\nTo: Paris\nDate: 12 May\nAnn",
  ),
  page(
    "a sentence in a page",
    "<p>On Monday I wrote:</p><p>Please cancel.</p><p>Nothing happened.</p>",
    "On Monday I wrote:\nPlease cancel.\nNothing happened.",
  ),
  page(
    "a newsletter with boxes of lines",
    '<div style="border-top:1px solid #cccccc">News</div><div style="border-top:1px solid #cccccc">More</div>',
    "News\nMore",
  ),
  whole(
    "a letter about what Bob wrote",
    "I do not understand what Bob <bob@else.example> wrote:\n\nClick here.\n\nWhat shall I do?",
  ),
  whole(
    "meeting times",
    "Possible times:\n\nMon, 4 Mar 2024, 10:00:\nroom 1\n\nTue, 5 Mar 2024, 11:00:\nroom 2\n\nAnn",
  ),
  whole(
    "a sentence about a day and an hour",
    "On Monday, 4 March 2024 at 10:00 the driver rang the bell and then he wrote:\n\nnobody at home.\n\nI was at home.",
  ),
  whole(
    "a German sentence that tells what was written",
    "Am 4. März 2024 um 10:00 haben Sie mir Folgendes geschrieben:\n\nDie Ware ist unterwegs.\n\nSie kam nie an.",
  ),
  whole("names of an address", "Send it to:\n\nName: Ann Lee\nStreet: Main Street 1\nTo: the back door\nDate: Friday"),
  whole("a range of dates", "I am away.\n\nFrom: 4 March 2024\nTo: 8 March 2024\n\nAnn"),
  whole("a delivery note", "Date: 4 March 2024\nFrom: warehouse 1\nTo: warehouse 2\n\nTen boxes."),
  page(
    "an indented block that tells who wrote",
    "<p>See this:</p><blockquote>The paper.<br>Ann Lee wrote:<br>it works.</blockquote><p>Is it true?</p>",
    "See this:\nThe paper.\nAnn Lee wrote:\nit works.\nIs it true?",
  ),
]
