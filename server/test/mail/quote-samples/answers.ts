import { answered, page, type QuoteSample, whole } from "./sample.ts"

const introduction = "On Mon, Mar 4, 2024 at 10:00 AM Help <help@desk.example> wrote:"

/** Where people write around what they quote. */
export const answerSamples: QuoteSample[] = [
  {
    name: "an answer below the quotation",
    text: `${introduction}\n> Which size?\n\nLarge, please.`,
    visible: "Large, please.",
  },
  {
    name: "words above and below the quotation",
    text: `Hello\n\n${introduction}\n> Which size?\n\nLarge, please.`,
    visible: "Hello\nLarge, please.",
  },
  {
    name: "answers between the lines, and a rest that nobody answered",
    text: `Hello\n\n${introduction}\n> Which size?\nLarge.\n> Which color?\nBlue.\n> Anything else?\n> Help`,
    visible: `Hello\n${introduction}\nWhich size?\nLarge.\nWhich color?\nBlue.`,
  },
  {
    name: "answers between the lines to the end",
    text: `${introduction}\n> Which size?\n\nLarge.\n\n> Which color?\n\nBlue.`,
    visible: `${introduction}\nWhich size?\nLarge.\nWhich color?\nBlue.`,
  },
  whole("a line that was picked out, and its answer", "> Which size?\nLarge."),
  {
    name: "a line that was picked out, with the history below",
    text: `> Which size?\nLarge.\n\n-----Original Message-----\nFrom: Help <help@desk.example>\nSent: Monday\nTo: Ann\nSubject: Order\n\nWhich size?`,
    visible: "Which size?\nLarge.",
  },
  {
    name: "answers between the lines of a block of names",
    text: "Please see below.\n\nFrom: Help <help@desk.example>\nSent: Monday\nTo: Ann\nSubject: Order\n\n> Which size?\nLarge.\n> Which color?\nBlue.",
    visible:
      "Please see below.\nFrom: Help <help@desk.example>\nSent: Monday\nTo: Ann\nSubject: Order\nWhich size?\nLarge.\nWhich color?\nBlue.",
  },
  {
    name: "a signature below the quotation",
    text: `Thanks\n\n> It is on its way.\n\n-- \nAnn Lee`,
    visible: "Thanks\n--\nAnn Lee",
  },
  {
    name: "the lines of a mailing list below the quotation",
    text: `Agreed.\n\n> Let us meet.\n_______________________________________________\nMembers list\nhttps://list.example/members`,
    visible: "Agreed.\n_______________________________________________\nMembers list\nhttps://list.example/members",
  },
  answered("a quotation at the end that nothing introduces", "Yes", "> Shall we?\n> Help"),
  answered("quotations in quotations", "Yes", `${introduction}\n>> Earlier\n> Later\n>>> Earliest`),
  answered(
    "two introductions, one below the other",
    "Yes",
    `${introduction}\n> Sent.\n\nOn Sun, Mar 3, 2024 at 9:00 AM Ann <ann@customer.example> wrote:\n> Where is it?`,
  ),
  answered("an introduction under two lines of the letter", "Dear all,\nI agree.", `${introduction}\nIt was sent.`),
  {
    name: "an introduction right below the letter",
    text: `I agree.\n${introduction}\nIt was sent.`,
    visible: "I agree.",
  },
  {
    name: "an introduction of two lines right below the letter",
    text: `I agree.\nOn Mon, Mar 4, 2024 at 10:00 AM Help\n<help@desk.example> wrote:\nIt was sent.`,
    visible: "I agree.",
  },
  { name: "blanks before the marks", text: `Yes\n\n${introduction}\n > Sent.\n > Help`, visible: "Yes" },
  page(
    "Gmail: answers between the lines",
    `<div dir="ltr"><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${introduction.replace("<", "&lt;").replace(">", "&gt;")}<br></div><blockquote class="gmail_quote">Which size?</blockquote><div>Large.</div><blockquote class="gmail_quote">Which color?</blockquote><div>Blue.</div><blockquote class="gmail_quote">Help</blockquote></div></div>`,
    `${introduction}\nWhich size?\nLarge.\nWhich color?\nBlue.`,
  ),
  page(
    "Thunderbird: answers between the lines",
    '<div class="moz-cite-prefix">On 3/4/24 10:00, Help wrote:<br></div><blockquote type="cite" cite="mid:1@x">Which size?</blockquote><p>Large.</p><blockquote type="cite">Which color?</blockquote><p>Blue.</p>',
    "On 3/4/24 10:00, Help wrote:\nWhich size?\nLarge.\nWhich color?\nBlue.",
  ),
  page(
    "Thunderbird: an answer below",
    '<div class="moz-cite-prefix">On 3/4/24 10:00, Help wrote:<br></div><blockquote type="cite"><p>Which size?</p></blockquote><p>Large.</p>',
    "Large.",
  ),
  page(
    "Apple Mail: answers between the lines",
    '<div>Hi</div><div><blockquote type="cite"><div>On 4 Mar 2024, at 10:00, Help wrote:</div><div>Which size?</div></blockquote><div>Large.</div><blockquote type="cite"><div>Which color?</div></blockquote>Blue.</div>',
    "Hi\nOn 4 Mar 2024, at 10:00, Help wrote:\nWhich size?\nLarge.\nWhich color?\nBlue.",
  ),
  page(
    "Gmail: a signature below the quotation",
    '<div dir="ltr">Yes</div><div class="gmail_quote"><div class="gmail_attr">On Monday, Help wrote:</div><blockquote class="gmail_quote">Sent.</blockquote></div><br clear="all"><br>-- <br><div class="gmail_signature">Ann</div>',
    "Yes\n--\nAnn",
  ),
  page(
    "older quotations inside of the newest do not end it",
    '<div>Yes</div><div class="yahoo_quoted"><div>On Monday, March 4, 2024, Help wrote:</div><div>You asked:</div><blockquote>Where?</blockquote><div>On its way.</div></div>',
    "Yes",
  ),
  answered("an introduction with a date and an address alone", "Yes", "2024/3/4 Help <help@desk.example>\n\n> Sent."),
  answered("an introduction of Horde", "Yes", "Quoting Help <help@desk.example>:\n\n> Sent."),
  answered("an introduction of mutt", "Yes", "* Help <help@desk.example> [2024-03-04 10:00]:\n> Sent."),
  answered("a short introduction", "Yes", "Help writes:\n\n> Sent."),
  answered("quotation marks before the introduction too", "Yes", `> ${introduction}\n> \n> Sent.`),
  { name: "the answer and the introduction on one line", text: `Thanks! ${introduction}\n> Sent.`, visible: "Thanks!" },
  {
    name: "the answer and the introduction in German on one line",
    text: "Danke sehr. Am 04.03.2024 um 10:00 schrieb Help <help@desk.example>:\n> Unterwegs.",
    visible: "Danke sehr.",
  },
  {
    name: "an answer below the history of an answer below",
    text: `${introduction}\n> On Sun, Mar 3, 2024 at 9:00 AM Ann wrote:\n>> Where?\n> Sent.\n\nThanks`,
    visible: "Thanks",
  },
  {
    name: "a letter of several paragraphs, and Outlook’s history of Gmail’s",
    text: `Hello\n\nit broke.\n\nAnn\n\nFrom: Help <help@desk.example>\nSent: Monday\nTo: Ann\nSubject: Order\n\nSent.\n\n${introduction}\n> Earlier\nBye`,
    visible: "Hello\nit broke.\nAnn",
  },
]

/** What is passed on is read, not folded. */
export const forwardSamples: QuoteSample[] = [
  whole(
    "Gmail: passed on",
    "---------- Forwarded message ---------\nFrom: Bob <bob@else.example>\nDate: Mon, Mar 4, 2024 at 10:00 AM\nSubject: Offer\nTo: Ann <ann@customer.example>\n\nOur offer",
    "Fwd: Offer",
  ),
  whole(
    "Gmail: passed on with a word above, and no “Fwd:”",
    "FYI\n\n---------- Forwarded message ---------\nFrom: Bob <bob@else.example>\nDate: Mon, Mar 4, 2024 at 10:00 AM\nSubject: Offer\nTo: Ann\n\nOur offer",
    "Offer",
  ),
  whole(
    "Outlook: passed on with a word above",
    "Please check.\n\nFrom: Bob <bob@else.example>\nSent: Monday, March 4, 2024\nTo: Ann\nSubject: Invoice\n\nPlease pay.",
    "FW: Invoice",
  ),
  whole(
    "Outlook, German: passed on",
    "Bitte prüfen.\n\nVon: Bob <bob@else.example>\nGesendet: Montag\nAn: Ann\nBetreff: Rechnung\n\nBitte zahlen.",
    "WG: Rechnung",
  ),
  whole(
    "Outlook, Swedish: passed on",
    "Se nedan.\n\nFrån: Bob <bob@else.example>\nSkickat: måndag\nTill: Ann\nÄmne: Faktura\n\nBetala.",
    "VB: Faktura",
  ),
  whole(
    "Apple Mail: passed on with marks",
    "See below.\n\n> Begin forwarded message:\n> \n> From: Bob\n> Subject: Trip\n> \n> The trip",
    "Fwd: Trip",
  ),
  whole(
    "Apple Mail: passed on, the marks behind the words",
    "See below.\n\nBegin forwarded message:\n\n> From: Bob\n> Subject: Trip\n> \n> The trip",
    "Trip",
  ),
  whole(
    "Zoho: passed on",
    "FYI\n\n============ Forwarded message ============\nFrom: Bob <bob@else.example>\nTo: Ann\nDate: Mon, 4 Mar 2024\nSubject: Offer\n\nOur offer",
    "Fwd: Offer",
  ),
  whole(
    "Lotus Notes: passed on",
    "FYI\n\n----- Forwarded by Bob/Else on 03/04/2024 10:00 AM -----\nFrom: Bob\nTo: Ann\nDate: 03/04/2024\nSubject: Offer\n\nOur offer",
    "Offer",
  ),
  whole(
    "nothing but a block of names",
    "From: Bob <bob@else.example>\nSent: Monday, March 4, 2024\nTo: Ann\nSubject: Invoice\n\nPlease pay.",
    "Invoice",
  ),
  whole("nothing but a quotation", `${introduction}\n\n> Sent.`, "Re: Order"),
  page(
    "Gmail: passed on with a word above, as a page",
    '<div dir="ltr">See below</div><div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------<br>From: Bob &lt;bob@else.example&gt;<br>Date: Mon, Mar 4, 2024<br>Subject: Offer<br>To: Ann</div>The offer</div>',
    "See below\n---------- Forwarded message ---------\nFrom: Bob <bob@else.example>\nDate: Mon, Mar 4, 2024\nSubject: Offer\nTo: Ann\nThe offer",
    "Fwd: Offer",
  ),
  page(
    "Outlook: passed on, as a page",
    '<p>FYI</p><div id="divRplyFwdMsg"><b>From:</b> Bob<br><b>Sent:</b> Monday<br><b>To:</b> Ann<br><b>Subject:</b> Invoice</div><p>The invoice</p>',
    "FYI\nFrom: Bob\nSent: Monday\nTo: Ann\nSubject: Invoice\nThe invoice",
    "FW: Invoice",
  ),
  page(
    "Apple Mail: passed on, the block behind the words",
    '<div>Look</div><div>Begin forwarded message:</div><blockquote type="cite"><div><b>From: </b>Bob</div><div>The trip</div></blockquote>',
    "Look\nBegin forwarded message:\nFrom: Bob\nThe trip",
    "Trip",
  ),
]
