import { mail, type Sample } from "./sample.ts"

/** Answers as they are written in pages of the web, each with its own way to say what is quoted. */
export const webmail: Sample[] = [
  {
    name: "Yahoo: an answer",
    raw: mail(
      { "Content-Type": "text/html; charset=UTF-8" },
      '<div>Thank you</div><div id="ydp1" class="yahoo_quoted"><div>On Monday, Help wrote:</div><div>Done</div></div>',
    ),
    text: ["Thank you"],
    folded: { inside: ["Done"], outside: ["Thank you"] },
  },
  {
    name: "Proton Mail: an answer",
    raw: mail(
      { "Content-Type": "text/html; charset=UTF-8" },
      '<div>Okay</div><div class="protonmail_quote">On Monday, Help wrote:<blockquote class="protonmail_quote" type="cite">Sure</blockquote></div>',
    ),
    text: ["Okay"],
    folded: { inside: ["Sure"], outside: ["Okay"] },
  },
  {
    name: "GMX: an answer",
    raw: mail(
      { "Content-Type": "text/html; charset=UTF-8" },
      '<div>Passt.</div><div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5;"><b>Gesendet:</b> Montag<br/><b>Von:</b> Help<div>Alles gut?</div></div>',
    ),
    text: ["Passt."],
    folded: { inside: ["Alles gut?"], outside: ["Passt."] },
  },
  {
    name: "Zimbra: an answer behind a line",
    raw: mail(
      { "Content-Type": "text/html; charset=UTF-8" },
      '<div><div>Reçu</div><hr id="zwchr" data-marker="__DIVIDER__"><div><b>De: </b>Help<br><b>Envoyé: </b>Lundi</div><div>Envoyé hier</div></div>',
    ),
    text: ["Reçu"],
    folded: { inside: ["Envoyé hier"], outside: ["Reçu"] },
  },
  {
    name: "QQ: an answer in Chinese",
    raw: mail(
      { "Content-Type": "text/html; charset=UTF-8" },
      "<div>收到了</div><div>------------------&nbsp;原始邮件&nbsp;------------------</div><div><b>发件人:</b> Help</div><div>已发货</div>",
    ),
    text: ["收到了"],
    folded: { inside: ["已发货"], outside: ["收到了"] },
  },
  {
    name: "an unmarked quotation after “wrote”, in Spanish",
    raw: mail(
      { "Content-Type": "text/html; charset=UTF-8" },
      "<p>Gracias</p><p>El lun, 4 mar 2024, Help escribió:</p><blockquote>Ya salió</blockquote><p>Ann</p>",
    ),
    text: ["Gracias"],
    folded: { inside: ["Ya salió"], outside: ["Gracias", "Ann"] },
  },
]
