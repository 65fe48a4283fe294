import { filePart, htmlPart, mail, multipart, parts, picturePart, type Sample, textPart } from "./sample.ts"

/** As the programs that people write with send them. */
export const clients: Sample[] = [
  {
    name: "Gmail: a new message",
    raw: mail(
      ...multipart("alternative", textPart("Hello *there*"), htmlPart('<div dir="ltr">Hello <b>there</b></div>')),
    ),
    text: ["Hello *there*"],
    body: ["<b>there</b>"],
  },
  {
    name: "Gmail: an answer above what it quotes",
    raw: mail(
      ...multipart(
        "alternative",
        textPart(
          "Thanks!\n\nOn Mon, Mar 4, 2024 at 9:00 AM Help <help@desk.example> wrote:\n\n> It is on its way.\n> Bye",
        ),
        htmlPart(
          '<div dir="ltr">Thanks!</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Mon, Mar 4, 2024 at 9:00 AM Help &lt;<a href="mailto:help@desk.example">help@desk.example</a>&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">It is on its way.</blockquote></div>',
        ),
      ),
    ),
    text: ["Thanks!", "> It is on its way."],
    folded: { inside: ["It is on its way", "wrote:"], outside: ["Thanks!"] },
  },
  {
    name: "Gmail: passed on, so that nothing is folded away",
    raw: mail(
      { Subject: "Fwd: Offer", "Content-Type": "text/html; charset=utf-8" },
      '<div dir="ltr">See below</div><div class="gmail_quote"><div dir="ltr" class="gmail_attr">---------- Forwarded message ---------<br>From: Bob</div>The offer</div>',
    ),
    subject: "Fwd: Offer",
    text: ["See below", "The offer"],
    folded: { inside: [], outside: ["See below", "The offer"] },
  },
  {
    name: "Gmail: plain text only, answered",
    raw: mail(
      { "Content-Type": 'text/plain; charset="UTF-8"' },
      "Yes please.\n\nOn Mon, Mar 4, 2024 at 9:00 AM Help at Desk Example\n<help@desk.example> wrote:\n>\n> Shall we send another?\n>> Earlier\n",
    ),
    text: ["Yes please."],
    folded: { inside: ["Shall we send another?", "Earlier", "Help at Desk Example"], outside: ["Yes please."] },
  },
  {
    name: "Gmail: a picture in the text and a file",
    raw: mail(
      { "Content-Type": 'multipart/mixed; boundary="m"' },
      parts(
        "m",
        `Content-Type: multipart/related; boundary="r"\n\n${parts("r", htmlPart('<p>Look</p><img src="cid:ii_1" alt="dot.gif">'), picturePart("ii_1"))}`,
        filePart("application/pdf", '"offer.pdf"'),
      ),
    ),
    text: ["Look"],
    body: ['src="cid:ii_1"'],
    files: ["dot.gif*", "offer.pdf"],
  },
  {
    name: "Gmail: from a telephone",
    raw: mail(
      ...multipart(
        "alternative",
        textPart("ok\n\nSent from my phone"),
        htmlPart('<div dir="auto">ok<br><br>Sent from my phone</div>'),
      ),
    ),
    text: ["Sent from my phone"],
  },
  {
    name: "Outlook: an answer in Word's markup",
    raw: mail(
      { "Content-Type": 'text/html; charset="us-ascii"', "X-Mailer": "Microsoft Outlook 16.0" },
      `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0cm} --></style></head><body lang=EN-GB><div class=WordSection1><p class=MsoNormal>It broke again.<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal><b>From:</b> Help &lt;help@desk.example&gt; <br><b>Sent:</b> 04 March 2024 09:00<br><b>To:</b> Ann<br><b>Subject:</b> Order</p></div></div><p class=MsoNormal>We sent a new one.</p></div></body></html>`,
    ),
    text: ["It broke again."],
    folded: { inside: ["Sent:", "We sent a new one."], outside: ["It broke again."] },
    bodyLacks: ["MsoNormal", "o:p", "margin:0cm"],
  },
  {
    name: "Outlook: names above what is quoted, without a line",
    raw: mail(
      { "Content-Type": "text/html; charset=utf-8" },
      "<div>Danke!</div><div><p><b>Von:</b> Help &lt;help@desk.example&gt;<br><b>Gesendet:</b> Montag, 4. März 2024 09:00<br><b>An:</b> Ann<br><b>Betreff:</b> Bestellung</p></div><p>Unterwegs.</p>",
    ),
    text: ["Danke!"],
    folded: { inside: ["Gesendet:", "Unterwegs."], outside: ["Danke!"] },
  },
  {
    name: "Outlook: plain text with its line",
    raw: mail(
      { "Content-Type": "text/plain; charset=us-ascii" },
      "Still nothing.\n\n-----Original Message-----\nFrom: Help <help@desk.example>\nSent: Monday, March 4, 2024 9:00 AM\nTo: Ann\nSubject: RE: Order\n\nWe are looking into it.\n",
    ),
    text: ["Still nothing.", "We are looking into it."],
    folded: { inside: ["We are looking into it.", "Original Message"], outside: ["Still nothing."] },
  },
  {
    name: "Outlook: plain text with names alone, in French",
    raw: mail(
      { "Content-Type": "text/plain; charset=utf-8" },
      "Merci beaucoup.\n\n________________________________\nDe : Help <help@desk.example>\nEnvoyé : lundi 4 mars 2024 09:00\nÀ : Ann\nObjet : Commande\n\nElle est partie.\n",
    ),
    text: ["Merci beaucoup."],
    folded: { inside: ["Elle est partie.", "Envoyé"], outside: ["Merci beaucoup."] },
  },
  {
    name: "Outlook on the web: an answer",
    raw: mail(
      { "Content-Type": 'text/html; charset="utf-8"' },
      '<html><body><div class="elementToProof">Perfect</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri"><b>From:</b> Help<br><b>Sent:</b> Monday<br><b>To:</b> Ann</font></div><div>Here you are</div></body></html>',
    ),
    text: ["Perfect"],
    folded: { inside: ["Here you are", "Sent:"], outside: ["Perfect"] },
  },
  {
    name: "Outlook: passed on with a word above",
    raw: mail(
      { Subject: "FW: Invoice", "Content-Type": "text/html; charset=utf-8" },
      '<p>FYI</p><div id="divRplyFwdMsg"><b>From:</b> Bob<br><b>Sent:</b> Monday<br><b>To:</b> Ann</div><p>The invoice</p>',
    ),
    subject: "FW: Invoice",
    text: ["The invoice"],
    folded: { inside: [], outside: ["FYI", "The invoice"] },
  },
  {
    name: "Outlook: nothing but what is passed on",
    raw: mail(
      { "Content-Type": "text/plain; charset=utf-8" },
      "From: Bob <bob@else.example>\nSent: Monday, March 4, 2024 9:00 AM\nTo: Ann\nSubject: Invoice\n\nPlease pay.\n",
    ),
    text: ["Please pay."],
    folded: { inside: [], outside: ["Please pay."] },
  },
  {
    name: "Outlook: a winmail.dat that is none stays what it is",
    raw: mail(
      ...multipart("mixed", textPart("See attached"), filePart("application/ms-tnef", "winmail.dat", "nothing")),
    ),
    text: ["See attached"],
    files: ["winmail.dat"],
  },
  {
    name: "Apple Mail: an answer",
    raw: mail(
      ...multipart(
        "alternative",
        textPart("Great\n\n> On 4 Mar 2024, at 09:00, Help <help@desk.example> wrote:\n> \n> It shipped."),
        htmlPart(
          '<html><body style="overflow-wrap: break-word; -webkit-nbsp-mode: space;">Great<br><div><br><blockquote type="cite"><div>On 4 Mar 2024, at 09:00, Help wrote:</div><br class="Apple-interchange-newline"><div>It shipped.</div></blockquote></div><br></body></html>',
        ),
      ),
    ),
    text: ["Great"],
    folded: { inside: ["It shipped."], outside: ["Great"] },
  },
  {
    name: "Apple Mail: text, picture, text",
    raw: mail(
      ...multipart(
        "mixed",
        textPart("Before"),
        'Content-Type: image/gif; name="dot.gif"\nContent-Disposition: inline; filename=dot.gif\nContent-Transfer-Encoding: base64\n\nR0lGODlhAQABAAAAACw=',
        textPart("After"),
      ),
    ),
    text: ["Before", "After"],
    files: ["dot.gif"],
  },
  {
    name: "Apple Mail: passed on",
    raw: mail(
      { Subject: "Fwd: Trip", "Content-Type": "text/html; charset=utf-8" },
      'Look<br><div><blockquote type="cite"><div>Begin forwarded message:</div><br><div><b>From: </b>Bob</div><div>The trip</div></blockquote></div>',
    ),
    subject: "Fwd: Trip",
    text: ["The trip"],
    folded: { inside: [], outside: ["The trip", "Look"] },
  },
  {
    name: "iPhone: plain text",
    raw: mail(
      {
        "Content-Type": "text/plain; charset=us-ascii",
        "Content-Transfer-Encoding": "7bit",
        "X-Mailer": "iPhone Mail (21D50)",
      },
      "Not working\n\nSent from my iPhone\n\n> On Mar 4, 2024, at 09:00, Help <help@desk.example> wrote:\n> \n> Try again\n",
    ),
    text: ["Sent from my iPhone"],
    folded: { inside: ["Try again"], outside: ["Not working"] },
  },
  {
    name: "Thunderbird: an answer below what it quotes",
    raw: mail(
      { "Content-Type": "text/plain; charset=UTF-8; format=flowed" },
      "Am 04.03.24 um 09:00 schrieb Help:\n> Wir haben es heute \n> verschickt.\n\nIst angekommen, \ndanke.\n-- \nAnn Lee\nHauptstr. 1",
    ),
    text: ["Ist angekommen, danke.", "Wir haben es heute verschickt."],
    folded: { inside: ["Wir haben es heute verschickt."], outside: ["Ist angekommen, danke."] },
    body: ['<div class="gmail_signature">'],
  },
  {
    name: "Thunderbird: markup",
    raw: mail(
      { "Content-Type": "text/html; charset=UTF-8" },
      '<!DOCTYPE html><html><body><p>Yes.</p><div class="moz-cite-prefix">On 04.03.24 09:00, Help wrote:<br></div><blockquote type="cite" cite="mid:x@desk.example"><p>Really?</p></blockquote><pre class="moz-signature" cols="72">-- \nAnn</pre></body></html>',
    ),
    text: ["Yes.", "Ann"],
    folded: { inside: ["Really?"], outside: ["Yes."] },
  },
  {
    name: "Exchange: behind its gateway",
    raw: mail(
      {
        "X-MS-Exchange-Organization-SCL": "1",
        "Thread-Index": "AdpuAbCdEf==",
        "Content-Type": 'multipart/alternative; boundary="_000_AM9_"',
        "Content-Language": "en-US",
      },
      parts(
        "_000_AM9_",
        'Content-Type: text/plain; charset="iso-8859-1"\nContent-Transfer-Encoding: quoted-printable\n\nCaf=E9 order',
        'Content-Type: text/html; charset="iso-8859-1"\nContent-Transfer-Encoding: quoted-printable\n\n<html><body><p style=3D"color:red">Caf=E9 order</p></body></html>',
      ),
    ),
    text: ["Café order"],
    body: ['<p style="color: red">Café order</p>'],
  },
  {
    name: "Samsung telephone: one part, base64",
    raw: mail(
      { "Content-Type": "text/html; charset=utf-8", "Content-Transfer-Encoding": "base64" },
      Buffer.from("<p>Grüße 🎉 from Köln</p>").toString("base64"),
    ),
    text: ["Grüße 🎉 from Köln"],
  },
  {
    name: "a picture written into the markup",
    raw: mail(
      { "Content-Type": "text/html; charset=utf-8" },
      '<p>Logo</p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="">',
    ),
    body: ['src="cid:picture-1@data.invalid"'],
    files: ["picture-1.gif*"],
    text: ["Logo"],
  },
  {
    name: "pictures from elsewhere",
    raw: mail(
      { "Content-Type": "text/html; charset=utf-8" },
      '<p>News</p><img src="https://pictures.example/a.png" width="600">',
    ),
    body: ['src="https://pictures.example/a.png"'],
    flags: ["remote_pictures"],
    text: ["News"],
  },
]
