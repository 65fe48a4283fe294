import { plainLine } from "./attributions.ts"

/** What stands before the colon in the first lines of a quoted message, by what it is about. */
const words = {
  from: "from von de da van från fra от від od lähettäjä gönderen kimden feladó odesílatel odosielateľ nadawca expéditeur remitente mittente afzender avsändare avsender afsender 发件人 寄件者 寄件人 差出人 送信者 보낸_사람 보낸사람 من מאת de_la από 發件人 nuo no saatja dari từ จาก",
  sent: "sent gesendet gesendet_am envoyé envoyé_le enviado enviado_el enviado_em enviada enviada_em enviado_a_las inviato inviato_il verzonden verzonden_op skickat skickat_den sendt sendt_den lähetetty wysłano wysłane odesláno odoslané отправлено надіслано 送信日時 发送时间 發送時間 寄件日期 傳送時間 보낸_날짜 보낸_시간 gönderildi gönderilme_tarihi gönderme_tarihi küldve trimis 发送日期 發送日期 изпратено elküldve poslano poslato poslané enviat enviat_el saadetud nosūtīts išsiųsta dikirim đã_gửi ส่ง נשלח تم_الإرسال στάλθηκε",
  date: "date datum fecha data dato päivämäärä päiväys pvm dátum дата tarih 日付 日時 日期 时间 時間 날짜 تاريخ ημερομηνία date_d'envoi",
  to: "to an à para a aan till til кому do komu для pour per vastaanottaja destinataire destinatario destinatário bis 收件人 收件者 宛先 받는_사람 받는사람 إلى kime alıcı címzett către προς către до za prima per_a adressaat kam kepada tới ถึง אל",
  subject:
    "subject betreff objet asunto assunto oggetto onderwerp ämne emne aihe temat předmět predmet тема 件名 主题 主旨 主題 제목 konu tárgy subiect موضوع θέμα относно assumpte teema tēma tema subjek chủ_đề เรื่อง נושא الموضوع",
  other:
    "cc bcc kopie kopia copie copia копия копія kopi kopio kópia bilgi 抄送 副本 참조 reply-to antwort_an répondre_à importance priority priorität wichtigkeit attachments anlagen pièces_jointes 抄送人",
  form: "message nachricht mensaje mensagem messaggio bericht meddelande your_message ihre_nachricht name phone telephone telefon téléphone teléfono comment comments kommentar сообщение",
} as const

type Label = keyof typeof words

const labels = new Map<string, Label>(
  Object.entries(words).flatMap(([label, names]) =>
    names.split(" ").map((name): [string, Label] => [name.replaceAll("_", " "), label as Label]),
  ),
)

/** What a line such as “*Von:* Ann” is about. The colon may follow a blank, as in French. */
export function labelOf(line: string): Label | undefined {
  const colon = line.slice(0, 60).search(/[:：]/)
  return colon < 1 ? undefined : labels.get(plainLine(line.slice(0, colon)).toLowerCase())
}

/**
 * Whether a block “From: … Sent: … To: …” begins with this line. Without a subject there must be an address in it or
 * the word “Sent”, because a journey has a from, a to and a date as well. Nor is a form of a website that was filled in.
 */
export function isHeaderBlock(lines: string[], at: number): boolean {
  if (labelOf(lines[at] ?? "") === undefined) return false
  const text = lines
    .slice(at, at + mostLines * 2)
    .filter((line) => line.trim() !== "")
    .slice(0, mostLines)
    .map((line) => line.slice(0, 200))
  const above = lines.slice(Math.max(0, at - mostLines), at)
  const near = above.slice(above.findLastIndex((line) => line.trim() === "") + 1)
  if (near.some((line) => labelOf(line) === "form")) return false
  const found = new Set(text.flatMap((line) => labelOf(line) ?? []))
  for (const label of inOneLine(plainLine(text[0] ?? ""))) found.add(label)
  if (found.has("form") || !found.has("from") || !(found.has("to") || found.has("subject"))) return false
  return found.has("sent") || (found.has("date") && (found.has("subject") || text.some((line) => line.includes("@"))))
}

const mostLines = 8

/** Of a block whose lines have become one. */
function inOneLine(line: string): Label[] {
  const [first] = line.split(/\s?[:：]/, 1)
  if (labels.get(first?.toLowerCase() ?? "") !== "from") return []
  return line.split(/[:：]/).flatMap((piece) => {
    const word = piece.trimEnd().split(" ").at(-1)?.replaceAll("*", "").toLowerCase() ?? ""
    return labels.get(word) ?? []
  })
}
