import { type Fields, htmlPart, mail, multipart, type Sample, textPart } from "./sample.ts"

function plain(name: string, body: string, inside: string[], outside: string[], fields: Fields = {}): Sample {
  const type = { "Content-Type": "text/plain; charset=utf-8" }
  const subject = fields["Subject"]
  return {
    name,
    raw: mail({ ...type, ...fields }, body),
    ...(subject && { subject }),
    text: outside,
    folded: { inside, outside },
  }
}

function page(name: string, html: string, inside: string[], outside: string[]): Sample {
  const raw = mail({ "Content-Type": "text/html; charset=utf-8" }, `<html><body>${html}</body></html>`)
  return { name, raw, text: outside, folded: { inside, outside } }
}

const names = "From: Help <help@desk.example>\nSent: Monday, March 4, 2024 10:00 AM\nTo: Ann\nSubject: Order"

/** Answers whose history was left in the way, or which were folded away with it. */
export const quotes: Sample[] = [
  plain(
    "Gmail: history without marks",
    "Thanks, it works.\n\nOn Mon, Mar 4, 2024 at 10:00 AM Help <help@desk.example> wrote:\n\nPlease switch it on.\n\nHelp\n",
    ["wrote:", "Please switch it on."],
    ["Thanks, it works."],
  ),
  plain(
    "Gmail, flowed: an introduction in German over three lines",
    "Danke!\n\nAm Montag, 4. März 2024 um \n10:00 Uhr schrieb Help \n<help@desk.example>:\n> Ist unterwegs.\n",
    ["schrieb", "Ist unterwegs."],
    ["Danke!"],
    { "Content-Type": "text/plain; charset=utf-8; format=flowed" },
  ),
  plain(
    "Gmail: an introduction in French, whose last word stands alone",
    "Bien reçu.\n\nLe lun. 4 mars 2024 à 10:00, Help <help@desk.example> a\nécrit\u00a0:\n\n> Votre colis est parti.\n",
    ["écrit", "Votre colis"],
    ["Bien reçu."],
  ),
  plain(
    "Gmail: an address that was broken before its bracket",
    "Yes, both.\n\nOn Mon, Mar 4, 2024 at 10:00 AM Help of the Desk <help@desk.example\n> wrote:\n\n> One or both?\n",
    ["wrote:", "One or both?"],
    ["Yes, both."],
  ),
  plain(
    "Gmail: an introduction in Russian without a verb",
    "Спасибо!\n\nпн, 4 мар. 2024 г. в 10:00, Help <help@desk.example>:\n\n> Отправлено.\n",
    ["help@desk.example", "Отправлено."],
    ["Спасибо!"],
  ),
  plain(
    "Zoho: dashes around its introduction",
    "Fine with me.\n\n\n---- On Mon, 04 Mar 2024 10:00:00 +0100 Help <help@desk.example> wrote ---\n\nShall we close it?\n",
    ["wrote ---", "Shall we close it?"],
    ["Fine with me."],
  ),
  plain(
    "Outlook: names in French with no-break spaces",
    "Merci.\n\nDe\u00a0: Help <help@desk.example>\nEnvoyé\u00a0: lundi 4 mars 2024 10:00\nÀ\u00a0: Ann\nObjet\u00a0: Commande\n\nElle est partie.\n",
    ["Envoyé", "Elle est partie."],
    ["Merci."],
  ),
  plain(
    "Outlook: names in bold stars",
    "Still nothing.\n\n*From:* Help <help@desk.example>\n*Sent:* Monday, March 4, 2024 10:00 AM\n*To:* Ann\n*Subject:* Order\n\nLook again.\n",
    ["Sent:", "Look again."],
    ["Still nothing."],
  ),
  plain(
    "Outlook: a separator in Swedish",
    "Tack!\n\n----- Ursprungligt meddelande -----\nFrån: Help <help@desk.example>\nTill: Ann\nSkickat: den 4 mars 2024 10:00\nÄmne: Order\n\nSkickad.\n",
    ["Ursprungligt", "Skickad."],
    ["Tack!"],
  ),
  plain(
    "Apple Mail: an introduction in Danish",
    "Fint.\n\nDen 4. mar. 2024 kl. 10.00 skrev Help <help@desk.example>:\n\nDen er sendt.\n",
    ["skrev", "Den er sendt."],
    ["Fint."],
  ),
  plain(
    "GMX: the date before the names",
    "Passt.\n\nGesendet: Montag, 04. März 2024 um 10:00 Uhr\nVon: Help <help@desk.example>\nAn: ann@customer.example\nBetreff: Bestellung\nIst sie da?\n",
    ["Gesendet", "Ist sie da?"],
    ["Passt."],
  ),
  plain(
    "an answer to each line that is quoted",
    "On Mon, Mar 4, 2024 at 10:00 AM Help <help@desk.example> wrote:\n> Which size?\nLarge.\n> Which color?\nBlue.\n> Bye\n",
    ["Bye"],
    ["Which size?", "Large.", "Which color?", "Blue."],
  ),
  plain(
    "passed on with a word above and marks",
    "Is this from you?\n\nBegin forwarded message:\n\n> From: Bob <bob@else.example>\n> Subject: Prize\n> \n> You have won.\n",
    [],
    ["Is this from you?", "You have won."],
    { Subject: "Fwd: Prize" },
  ),
  plain(
    "a journey is no block of names",
    "Please change our booking:\n\nFrom: Berlin\nTo: Paris\nDate: 12 May 2024\n\nTwo people.\n",
    [],
    ["Please change our booking:", "To: Paris", "Two people."],
  ),
  plain(
    "a form of a website is no block of names",
    "New message\n\nFrom: Ann <ann@customer.example>\nDate: 4 March 2024\nSubject: Order\nMessage: Where is it?\n",
    [],
    ["New message", "Where is it?"],
  ),
  plain(
    "a sentence of a letter is no introduction",
    "Hello,\n\non 4 March 2024 at 10:00 you wrote:\n\nYour order is on its way.\n\nIt never came.\n",
    [],
    ["you wrote:", "Your order is on its way.", "It never came."],
  ),
  page(
    "Gmail: answers between the lines of a page",
    '<div class="gmail_quote"><div class="gmail_attr">On Mon, Mar 4, 2024 at 10:00 AM Help wrote:<br></div><blockquote class="gmail_quote">Which size?</blockquote><div>Large.</div><blockquote class="gmail_quote">Bye</blockquote></div>',
    ["Bye"],
    ["Which size?", "Large."],
  ),
  page(
    "Hotmail: names below its line",
    '<div dir="ltr">It broke.<br><br><div><hr id="stopSpelling">Date: Mon, 4 Mar 2024 10:00:00 +0100<br>From: help@desk.example<br>To: ann@customer.example<br>Subject: Order<br><br>We sent it.</div></div>',
    ["Date:", "We sent it."],
    ["It broke."],
  ),
  page(
    "Yahoo: a name of its own for each quotation",
    '<div>Thanks</div><div id="ydp3f9yahoo_quoted_12" class="ydp3f9yahoo_quoted"><div>On Monday, March 4, 2024, 10:00 AM, Help wrote:</div><div>Sent.</div></div>',
    ["wrote:", "Sent."],
    ["Thanks"],
  ),
  page(
    "Zoho: dashes in a page",
    '<div>Okay.</div><div class="zmail_extra"><div>---- On Mon, 04 Mar 2024 10:00:00 +0100 Help &lt;help@desk.example&gt; wrote ----</div><blockquote>Sent.</blockquote></div>',
    ["wrote ----", "Sent."],
    ["Okay."],
  ),
  page(
    "Thunderbird: its introduction is folded too",
    '<p>Ja.</p><div class="moz-cite-prefix">Am 04.03.24 um 10:00 schrieb Help:<br></div><blockquote type="cite">Alles gut?</blockquote>',
    ["schrieb Help", "Alles gut?"],
    ["Ja."],
  ),
  page(
    "Lotus Notes: no mark but its words",
    '<font>Approved.</font><br><br><font>"Help" &lt;help@desk.example&gt; wrote on 03/04/2024 10:00:00 AM:</font><br><br><font>May we?</font>',
    ["wrote on", "May we?"],
    ["Approved."],
  ),
  {
    name: "Outlook: history behind its signature, in both forms",
    raw: mail(
      ...multipart(
        "alternative",
        textPart(`It broke.\n\nAnn\n\n${names}\n\nWe sent it.`),
        htmlPart(
          `<div><p>It broke.</p><p>Ann</p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p>${names.replace("<", "&lt;").replace(">", "&gt;").replaceAll("\n", "<br>")}</p></div></div><p>We sent it.</p></div>`,
        ),
      ),
    ),
    text: ["It broke."],
    folded: { inside: ["Sent:", "We sent it."], outside: ["It broke.", "Ann"] },
  },
]
