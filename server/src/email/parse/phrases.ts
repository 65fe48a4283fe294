/*
 * What programs write, in the languages they speak, before the message that is answered or passed on. Each is tried on
 * one line, and none of them goes back over what it has read.
 */

const wrote =
  "wrote|writes|schrieb|schreef|skrev|kirjoitti|escribió|escreveu|ha scritto|scrive|a écrit|napisał(?:\\(a\\)|a)?|napsal(?:\\(a\\)|a)?|написал(?:а|\\(а\\))?|пишет|pisze|yazdı|írta|έγραψε|כתב|كتب|写道|寫道|のメール|작성"

const attribution = new RegExp(`(?:\\b|\\s|^)(?:${wrote})[^\\n]{0,80}[::]$`, "iu")
/** Languages in which the verb comes first. */
const earlyAttribution =
  /^(?:am|op|den|il|le|el|em|on|dnia|dne|le|в|pada|vào)\s.{0,300}(?:schrieb|schreef|skrev|wrote)\b.{0,200}:$/iu

/** Such as “On Monday, Ann wrote:”. */
export function isAttribution(line: string): boolean {
  const text = line.replace(/\s+/g, " ").trim().slice(-500)
  return text.length > 6 && /[::]$/.test(text) && (attribution.test(text) || earlyAttribution.test(text))
}

const separator =
  /^[-_ ]{3,60}\s*(?:original message|original appointment|original|ursprüngliche nachricht|message d['’]origine|mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht|ursprungligt meddelande|исходное сообщение|originální zpráva|wiadomość oryginalna|原始邮件|原始郵件|元のメッセージ|original-nachricht)\s*[-_ ]{3,60}$/iu

export function isSeparator(line: string): boolean {
  return line.length < 200 && separator.test(line.replace(/[\s\u00a0]+/g, " ").trim())
}

const forwarded =
  /^(?:[-_ ]{3,60}\s*)?(?:forwarded message|begin forwarded message|weitergeleitete nachricht|anfang der weitergeleiteten (?:nachricht|e-mail)|message transféré|début du message réexpédié|mensaje reenviado|mensagem encaminhada|messaggio inoltrato|doorgestuurd bericht|пересылаемое сообщение|转发邮件信息|转发的邮件|転送メッセージ)\b/iu

export function isForwarded(line: string): boolean {
  return forwarded.test(line.slice(0, 200).replace(/\s+/g, " ").trim())
}

const forwardedSubject = /^\s*(?:fwd?|wg|tr|rv|enc|i|vs|doorst|пересл|转发|轉寄|転送)\s*[::]/iu

export function isForwardedSubject(subject: string): boolean {
  return forwardedSubject.test(subject)
}

const from = "from|von|de|da|van|från|fra|от|od|发件人|寄件者|差出人|보낸 사람|من|lähettäjä|gönderen"
const sent =
  "sent|gesendet|envoyé|enviado(?: el| em)?|inviato|verzonden|skickat|sendt|отправлено|wysłano|odesláno|date|datum|fecha|data|дата|发送时间|寄件日期|日期|送信日時|보낸 날짜|تاريخ|lähetetty"
const to =
  "to|an|à|para|a|aan|till|til|кому|do|komu|收件人|收件者|宛先|받는 사람|إلى|subject|betreff|objet|asunto|oggetto|onderwerp|ämne|тема|主题|件名"

const fromLine = new RegExp(`^\\*?(?:${from})\\s{0,3}[::]\\*?\\s`, "iu")
const sentLine = new RegExp(`(?:^|\\s)\\*?(?:${sent})\\s{0,3}[::]`, "iu")
const toLine = new RegExp(`(?:^|\\s)\\*?(?:${to})\\s{0,3}[::]`, "iu")

/** The block “From: … Sent: … To: …” of what is answered. `text` begins with it. */
export function isHeaderBlock(text: string): boolean {
  const start = text.trimStart().slice(0, 700)
  return fromLine.test(start) && sentLine.test(start) && toLine.test(start)
}

/** Whether everything from this line on is what is answered. */
export function beginsHistory(lines: string[], at: number): boolean {
  const line = lines[at] ?? ""
  return isSeparator(line) || (/^\*?\S{2,20} ?[::]/u.test(line) && isHeaderBlock(lines.slice(at, at + 8).join("\n")))
}
