import { page, type QuoteSample } from "./sample.ts"

const names =
  "<b>From:</b> Help &lt;help@desk.example&gt;<br><b>Sent:</b> Monday, March 4, 2024 10:00 AM<br><b>To:</b> Ann<br><b>Subject:</b> Order"
const introduction =
  'On Mon, Mar 4, 2024 at 10:00 AM Help &lt;<a href="mailto:help@desk.example">help@desk.example</a>&gt; wrote:'
const sent = "<div>Your order has left our house.</div><div>Help</div>"

/** Pages as mail programs write them. */
export const pageSamples: QuoteSample[] = [
  page(
    "Hotmail: the marks of a plain text",
    '<div dir="ltr">Thank you!<br><br><div><div id="SkyDrivePlaceholder"></div>&gt; Date: Mon, 4 Mar 2024 10:00:00 +0100<br>&gt; From: help@desk.example<br>&gt; To: ann@customer.example<br>&gt; Subject: Order<br>&gt; <br>&gt; It was sent.<br></div></div>',
    "Thank you!",
  ),
  page(
    "Hotmail: answers between the marks of a plain text",
    "<div>&gt; Which size?<br>Large.<br>&gt; Which color?<br>Blue.</div>",
    "> Which size?\nLarge.\n> Which color?\nBlue.",
  ),
  page(
    "Gmail",
    `<div dir="ltr">Thanks</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${introduction}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex">${sent}</blockquote></div>`,
    "Thanks",
  ),
  page(
    "Gmail on a telephone",
    `<div dir="auto">Thanks</div><br><div class="gmail_quote"><div dir="ltr">${introduction}<br></div><blockquote class="gmail_quote">${sent}</blockquote></div>`,
    "Thanks",
  ),
  page(
    "Gmail, old: the container around all",
    `Thanks<br><br><div class="gmail_quote">${introduction}<br><blockquote class="gmail_quote">${sent}</blockquote></div><br>`,
    "Thanks",
  ),
  page(
    "Gmail, copied by Outlook",
    `<div>Thanks</div><div class="x_gmail_quote"><div class="x_gmail_attr">${introduction}</div><blockquote class="x_gmail_quote">${sent}</blockquote></div>`,
    "Thanks",
  ),
  page(
    "Outlook, with Word’s line",
    `<div><p>Thanks</p><p>&nbsp;</p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p>${names}</p></div></div><p>&nbsp;</p>${sent}</div>`,
    "Thanks",
  ),
  page(
    "Outlook 2010, with Word’s line",
    `<div><p>Thanks</p><div style="border:none;border-top:solid #B5C4DF 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p>${names}</p></div>${sent}</div>`,
    "Thanks",
  ),
  page(
    "Outlook, Word’s line above names in a language that nobody here knows",
    `<div><p>Asante</p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in"><p><b>Kutoka:</b> Help<br><b>Ilitumwa:</b> 4 Machi<br><b>Kwa:</b> Ann</p></div></div>${sent}</div>`,
    "Asante",
  ),
  page(
    "Outlook on the web",
    `<div>Thanks</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font>${names}</font><div>&nbsp;</div></div>${sent}`,
    "Thanks",
  ),
  page(
    "Outlook on the web, copied",
    `<div>Thanks</div><div id="x_appendonsend"></div><hr><div id="x_divRplyFwdMsg"><font>${names}</font></div>${sent}`,
    "Thanks",
  ),
  page(
    "Outlook on the web, the history in a box of its own",
    `<div><div>Thanks</div></div><div><hr><div id="divRplyFwdMsg">${names}</div><div>${sent}</div></div>`,
    "Thanks",
  ),
  page(
    "Outlook for iOS",
    `<div dir="ltr">Thanks</div><div id="ms-outlook-mobile-signature"></div><div id="mail-editor-reference-message-container" class="ms-outlook-mobile-reference-message skipProofing"><hr><div id="divRplyFwdMsg">${names}</div>${sent}</div>`,
    "Thanks",
  ),
  page(
    "Outlook for Android, new line",
    `<div>Thanks</div><div class="ms-outlook-mobile-reference-message"><meta><div style="padding: 3pt 0in 0in; border-width: 1pt medium medium; border-style: solid none none; border-color: rgb(181, 196, 223) currentcolor currentcolor;">${names}</div>${sent}</div>`,
    "Thanks",
  ),
  page(
    "Hotmail",
    `<div dir="ltr">Thanks<br><br><div><hr id="stopSpelling">Date: Mon, 4 Mar 2024 10:00:00 +0100<br>From: help@desk.example<br>To: ann@customer.example<br>Subject: Order<br><br>${sent}</div></div>`,
    "Thanks",
  ),
  page(
    "Hotmail, in a language that nobody here knows",
    `<div dir="ltr">Asante<div><hr id="stopSpelling">Tarehe: 4 Machi<br>Kutoka: help@desk.example<br>${sent}</div></div>`,
    "Asante",
  ),
  page(
    "Windows Live Mail",
    `<div>Thanks</div><div><div>&nbsp;</div><div style="font: 10pt tahoma"><div style="background: #f5f5f5"><div><b>From:</b> <a>Help</a></div><div><b>Sent:</b> Monday, March 4, 2024 10:00 AM</div><div><b>To:</b> Ann</div><div><b>Subject:</b> Order</div></div></div>${sent}</div>`,
    "Thanks",
  ),
  page(
    "Outlook 2003",
    `<div>Thanks</div><div class="OutlookMessageHeader" dir="ltr" align="left"><hr tabindex="-1"><font face="Tahoma" size="2">${names}</font></div>${sent}`,
    "Thanks",
  ),
  page(
    "Outlook Express",
    `<div>Thanks</div><blockquote style="border-left: #000000 2px solid"><div>----- Original Message ----- </div><div><b>From:</b> Help</div><div><b>To:</b> Ann</div><div><b>Sent:</b> Monday</div><div><b>Subject:</b> Order</div>${sent}</blockquote>`,
    "Thanks",
  ),
  page(
    "Outlook, its old line as a page",
    `<p>Thanks<br><br>-----Original Message-----<br>From: Help<br>Sent: Monday<br>To: Ann<br>Subject: Order<br><br>Sent.</p><p>Help</p>`,
    "Thanks",
  ),
  page(
    "Outlook, names in one paragraph each",
    `<p>Thanks</p><p><b>From: </b>Help</p><p><b>Sent: </b>Monday</p><p><b>To: </b>Ann</p><p><b>Subject: </b>Order</p>${sent}`,
    "Thanks",
  ),
  page(
    "Outlook, names in a table",
    `<p>Thanks</p><table><tr><td><b>From:</b></td><td>Help &lt;help@desk.example&gt;</td></tr><tr><td><b>To:</b></td><td>Ann</td></tr><tr><td><b>Date:</b></td><td>4 March 2024</td></tr><tr><td><b>Subject:</b></td><td>Order</td></tr></table>${sent}`,
    "Thanks",
  ),
  page(
    "Outlook, French",
    `<div>Merci</div><hr><div><b>De&nbsp;:</b> Help<br><b>Envoyé&nbsp;:</b> lundi 4 mars 2024<br><b>À&nbsp;:</b> Ann<br><b>Objet&nbsp;:</b> Commande</div>${sent}`,
    "Merci",
  ),
  page(
    "Apple Mail",
    `<div>Thanks<br><div><br><blockquote type="cite"><div>On Mar 4, 2024, at 10:00 AM, Help &lt;help@desk.example&gt; wrote:</div><br class="Apple-interchange-newline"><div>${sent}</div></blockquote></div><br></div>`,
    "Thanks",
  ),
  page(
    "Apple Mail, old: the introduction before the block",
    `Thanks<div><br><div><div>On Mar 4, 2024, at 10:00 AM, Help wrote:</div><br><blockquote type="cite">${sent}</blockquote></div><br></div>`,
    "Thanks",
  ),
  page(
    "iPhone",
    `<div dir="ltr">Thanks<br><br><div dir="ltr">Sent from my iPhone</div><div dir="ltr"><br><blockquote type="cite">On Mar 4, 2024, at 10:00 AM, Help &lt;help@desk.example&gt; wrote:<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">${sent}</div></blockquote></div>`,
    "Thanks\nSent from my iPhone",
  ),
  page(
    "Thunderbird",
    `<p>Thanks</p><div class="moz-cite-prefix">On 3/4/24 10:00, Help wrote:<br></div><blockquote type="cite" cite="mid:1@desk.example">${sent}</blockquote>`,
    "Thanks",
  ),
  page(
    "Thunderbird, in a language that nobody here knows",
    `<p>Asante</p><div class="moz-cite-prefix">Mnamo 04/03/2024 10:00, Help aliandika:<br></div><blockquote type="cite">${sent}</blockquote>`,
    "Asante",
  ),
  page(
    "Thunderbird, old",
    `Thanks<br><br>Help wrote:<blockquote cite="mid:1@desk.example" type="cite">${sent}</blockquote>`,
    "Thanks",
  ),
  page(
    "Yahoo",
    `<div>Thanks</div><div id="ydp12yahoo_quoted_77" class="ydp12yahoo_quoted"><div><div>On Monday, March 4, 2024, 10:00 AM, Help wrote:</div><div><br></div><div>${sent}</div></div></div>`,
    "Thanks",
  ),
  page(
    "Yahoo, old",
    `<div>Thanks</div><div class="yahoo_quoted" id="yahoo_quoted_77"><div>On Monday, Help wrote:</div>${sent}</div>`,
    "Thanks",
  ),
  page(
    "Yahoo on a telephone",
    `Thanks<br><br><a>Sent from Yahoo Mail</a><br><br><blockquote style="margin: 0 0 20px 0;"><div>On Monday, March 4, 2024, 10:00 AM, Help &lt;help@desk.example&gt; wrote:</div><div>${sent}</div></blockquote>`,
    "Thanks\nSent from Yahoo Mail",
  ),
  page(
    "Proton Mail",
    `<div>Thanks</div><div class="protonmail_quote">On Monday, March 4th, 2024 at 10:00, Help wrote:<br><br><blockquote class="protonmail_quote" type="cite">${sent}</blockquote></div>`,
    "Thanks",
  ),
  page(
    "Zoho",
    `<div>Thanks</div><br><div class="zmail_extra" data-zbluepencil-ignore="true"><div id="Zm-_Id_-Sgn1">---- On Mon, 04 Mar 2024 10:00:00 +0100 <b>Help &lt;help@desk.example&gt;</b> wrote ----<br></div><br><blockquote style="margin: 0px;">${sent}</blockquote></div>`,
    "Thanks",
  ),
  page(
    "Zoho, without its class",
    `<div>Thanks</div><div>---- On Mon, 04 Mar 2024 10:00:00 +0100 Help &lt;help@desk.example&gt; wrote ----</div><blockquote>${sent}</blockquote><div><br></div>`,
    "Thanks",
  ),
  page(
    "Yandex",
    `<div>Thanks</div><div><br></div><div>04.03.2024, 10:00, "Help" &lt;help@desk.example&gt;:</div><blockquote><p>Sent.</p></blockquote>`,
    "Thanks",
  ),
  page(
    "Mail.ru",
    `<div>Thanks</div><blockquote style="border-left:1px solid #0857A6;">Понедельник, 4 марта 2024, 10:00 +03:00 от Help &lt;help@desk.example&gt;:<br>${sent}</blockquote>`,
    "Thanks",
  ),
  page(
    "GMX",
    `<div>Passt.</div><div name="quote" style="margin:10px 5px 5px 10px; border-left:2px solid #C3D9E5;"><div><b>Gesendet:</b> Montag<br><b>Von:</b> Help</div>${sent}</div>`,
    "Passt.",
  ),
  page(
    "GMX, its application",
    `<div>Passt.</div><br><div class="mail_android_quote">Am 04.03.24, 10:00 schrieb Help:<blockquote class="gmail_quote">${sent}</blockquote></div>`,
    "Passt.",
  ),
  page(
    "Samsung",
    `<div>Ok</div><div id="composer_signature">Sent from my Galaxy</div><div><br></div><div align="left" dir="auto"><div>-------- Original message --------</div><div>From: Help &lt;help@desk.example&gt; </div><div>Date: 3/4/24  10:00 AM  (GMT+01:00) </div><div>To: Ann </div><div>Subject: Order </div><div><br></div></div>${sent}`,
    "Ok\nSent from my Galaxy",
  ),
  page(
    "Superhuman",
    `<div>Sounds good</div><div class="gmail_signature">Ann</div><br><div class="gmail_quote">On Mon, Mar 04, 2024 at 10:00 AM, Help <span>&lt;help@desk.example&gt;</span> wrote:<br><blockquote class="gmail_quote">${sent}</blockquote></div>`,
    "Sounds good\nAnn",
  ),
  page(
    "Spark",
    `<div name="messageBodySection">Thanks</div><div name="messageReplySection">On Mar 4, 2024, 10:00 +0100, Help &lt;help@desk.example&gt;, wrote:<br><blockquote type="cite">${sent}</blockquote></div>`,
    "Thanks",
  ),
  page(
    "Front",
    `<div>Thanks</div><br><blockquote type="cite" class="front-blockquote">On March 4, 2024, 10:00 AM GMT+1 <a>help@desk.example</a> wrote:<br>${sent}</blockquote>`,
    "Thanks",
  ),
  page(
    "Fastmail",
    `<div>Thanks</div><div>On Mon, 4 Mar 2024, at 10:00, Help wrote:</div><blockquote type="cite" id="qt">${sent}</blockquote><div><br></div>`,
    "Thanks",
  ),
  page(
    "Zimbra",
    `<div><div>Reçu</div><hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__"><b>De: </b>Help<br><b>Envoyé: </b>Lundi</div><div data-marker="__QUOTED_TEXT__">${sent}</div></div>`,
    "Reçu",
  ),
  page("Zimbra, its mark alone", `<div>Asante</div><div data-marker="__QUOTED_TEXT__">${sent}</div>`, "Asante"),
  page(
    "Tutanota",
    `<div>Thanks</div><br>4 Mar 2024, 10:00 by help@desk.example:<br><blockquote class="tutanota_quote">${sent}</blockquote>`,
    "Thanks",
  ),
  page(
    "Lotus Notes",
    `<font>Approved.</font><br><br><font>"Help" &lt;help@desk.example&gt; wrote on 03/04/2024 10:00:00 AM:</font><br><br><font>Your order has left our house.</font>`,
    "Approved.",
  ),
  page(
    "Lotus Notes, its table of names",
    `<font>Approved.</font><br><br><table><tr><td>From: </td><td>Help/Desk</td></tr><tr><td>To: </td><td>Ann</td></tr><tr><td>Date: </td><td>03/04/2024</td></tr><tr><td>Subject: </td><td>Order</td></tr></table><hr>${sent}`,
    "Approved.",
  ),
  page(
    "QQ",
    `<div>收到了</div><div>------------------&nbsp;原始邮件&nbsp;------------------</div><div style="background:#efefef"><div><b>发件人:</b> Help</div><div><b>发送时间:</b> 2024年3月4日</div></div><div>已发货</div>`,
    "收到了",
  ),
  page(
    "163",
    `<div>好的</div><div id="isReplyContent">在 2024-03-04 10:00:00，"Help" &lt;help@desk.example&gt; 写道：<br><blockquote id="isReplyContent">${sent}</blockquote></div>`,
    "好的",
  ),
  page(
    "lines of a text in a page",
    `<pre>Thanks\n\nOn Mon, Mar 4, 2024 at 10:00 AM Help &lt;help@desk.example&gt; wrote:\n\nYour order has left our house.\n</pre>`,
    "Thanks",
  ),
  page(
    "an introduction without a block",
    `<div>Thanks</div><br><div>${introduction}</div><div>Your order has left our house.</div>`,
    "Thanks",
  ),
  page(
    "an introduction in the paragraph of the answer",
    `<p>Thanks<br>${introduction}</p><blockquote>${sent}</blockquote>`,
    "Thanks",
  ),
  page(
    "an introduction over three lines of a page",
    `<div>Thanks</div><div>Am Montag, 4. März 2024 um<br>10:00 Uhr schrieb Help<br>&lt;help@desk.example&gt;:<br></div><div>Unterwegs.</div>`,
    "Thanks",
  ),
  page("history inside of a table", `<table><tr><td><p>Thanks</p><p>${names}</p>${sent}</td></tr></table>`, "Thanks"),
  page(
    "history from a later row of a table on",
    `<table><tr><td>Thanks</td></tr><tr><td>${names}<br>Sent.</td></tr><tr><td>Help</td></tr></table>`,
    "Thanks",
  ),
  page(
    "an introduction inside of an indented block",
    `<div>Thanks</div><blockquote><div>On 4-Mar-2024, at 10:00 AM, Help &lt;help@desk.example&gt; wrote:</div>${sent}</blockquote><div>Ann</div>`,
    "Thanks\nAnn",
  ),
  page(
    "an indented block of the letter, and a quotation below",
    `<div>Prices:<blockquote>One: 10</blockquote></div><div>On Mar 4, 2024, at 10:00 AM, Help wrote:<blockquote>${sent}</blockquote></div>`,
    "Prices:\nOne: 10",
  ),
  page(
    "Gmail in a language that nobody here knows",
    `<div dir="ltr">Asante</div><div class="gmail_quote"><div class="gmail_attr">Mnamo Jtt, 4 Mac 2024 saa 10:00 Help aliandika:</div><blockquote class="gmail_quote">${sent}</blockquote></div>`,
    "Asante",
  ),
  page(
    "Gmail: a name with a colon in its introduction",
    `<div dir="ltr">Yes</div><div class="gmail_quote"><div class="gmail_attr">On Mon, Mar 4, 2024 at 10:00 AM Desk: Help wrote:</div><blockquote class="gmail_quote">${sent}</blockquote></div>`,
    "Yes",
  ),
  page(
    "Outlook: a legal notice behind its history",
    `<div><p>Yes</p><div id="divRplyFwdMsg">${names}</div>${sent}</div><div>This mail is confidential.</div>`,
    "Yes",
  ),
  page(
    "Horde",
    `<p>Thanks</p><p>Quoting Help &lt;help@desk.example&gt;:</p><blockquote type="cite">${sent}</blockquote>`,
    "Thanks",
  ),
  page(
    "Windows 10 Mail",
    `<p>Thanks</p><p>Sent from Mail for Windows 10</p><p>&nbsp;</p><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in"><p><b>From: </b><a href="mailto:help@desk.example">Help</a><br><b>Sent: </b>Monday, March 4, 2024 10:00 AM<br><b>To: </b>Ann<br><b>Subject: </b>Order</p></div>${sent}`,
    "Thanks\nSent from Mail for Windows 10",
  ),
  page(
    "Comcast",
    `<div>Thanks</div><hr id="zwchr"><div><b>From: </b>Help<br><b>To: </b>Ann<br><b>Sent: </b>Monday<br><b>Subject: </b>Order</div>${sent}`,
    "Thanks",
  ),
  page(
    "Gmail without its classes, which a relay took away",
    `<div dir="ltr">Thanks</div><br><div><div dir="ltr">${introduction}<br></div><blockquote style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">${sent}</blockquote></div>`,
    "Thanks",
  ),
  page(
    "an answer in a list",
    `<ul><li>One</li><li>Two</li></ul><div>${introduction}</div><div>Which?</div>`,
    "- One\n- Two",
  ),
]
