/*
 * What programs write, in the languages they speak, before the message that is answered or passed on. Each is tried on
 * one line, and none of them goes back over what it has read.
 */

import { plainLine } from "./attributions.ts"
import { isHeaderBlock } from "./header-blocks.ts"

export { isAttribution } from "./attributions.ts"

const original =
  "original message|original mail|mail original|original appointment|original|reply message|original[- ]?nachricht|ursprüngliche (?:nachricht|e-?mail|mail)|originalnachricht|message d['’]origine|message original|message initial|courriel original|e-?mail d['’]origine|mensaje original|correo original|mensagem original|messaggio originale|messaggio original|oorspronkelijk(?:e)? (?:bericht|e-?mail)|origineel bericht|ursprungligt meddelande|originalmeddelande|oprindelig (?:meddelelse|besked|mail|e-?mail)|original (?:meddelelse|melding)|opprinnelig (?:melding|e-?post)|alkuperäinen viesti|исходное сообщение|исходное письмо|оригинальное сообщение|původní (?:zpráva|e-?mail)|pôvodná správa|wiadomość oryginalna|oryginalna wiadomość|orijinal (?:mesaj|ileti|e-?posta)|özgün ileti|eredeti üzenet|mesaj original|mesajul original|missatge original|原始邮件|原始郵件|原始邮件信息|邮件原件|原邮件|元のメッセージ|元のメール|original message|원본 메시지|원본 메일"

const separator = new RegExp(`^[-_=*~]{2,60} ?(?:${original}):? ?[-_=*~]{2,60}$`, "iu")
const bareSeparator = new RegExp(`^(?:${original}):?$`, "iu")

export function isSeparator(line: string): boolean {
  const text = plainLine(line)
  return text.length < 200 && separator.test(text)
}

/** The words of a separator without its dashes, which mean something only above a block of names. */
export function isBareSeparator(line: string): boolean {
  const text = plainLine(line)
  return text.length < 60 && bareSeparator.test(text)
}

/** A line that is drawn. */
export function isRule(line: string): boolean {
  return line.length >= 5 && line.length < 300 && /^[\s_\-=*~─—–·.#]+$/.test(line) && line.trim().length >= 3
}

const forwarded =
  /^(?:[-_= ]{2,60}\s*)?(?:forwarded (?:message|by|email|mail)|begin forwarded message|original forwarded message|weitergeleitete (?:nachricht|e-?mail)|anfang der weitergeleiteten (?:nachricht|e-mail)|(?:message|courriel) (?:transféré|réexpédié)|début du message (?:réexpédié|transféré)|mensaje reenviado|inicio del mensaje reenviado|mensagem (?:encaminhada|reencaminhada)|início da mensagem (?:encaminhada|reencaminhada)|messaggio inoltrato|inizio messaggio inoltrato|doorgestuurd bericht|begin doorgestuurd bericht|vidarebefordrat (?:brev|meddelande)|vidarebefordrat brev|videresendt (?:meddelelse|besked|melding)|välitetty viesti|alkaa välitetty viesti|przekazana wiadomość|wiadomość przekazana|přeposlaná zpráva|iletilen (?:mesaj|ileti)|пересылаемое сообщение|переадресованное сообщение|начало переадресованного сообщения|转发邮件信息|转发的邮件|轉寄郵件|転送メッセージ|転送されたメッセージ|전달된 메시지|전달된 메일)(?!\p{L})/iu

export function isForwarded(line: string): boolean {
  return forwarded.test(plainLine(line.slice(0, 200)))
}

const forwardedSubject = /^\s*(?:fwd?|wg|tr|rv|enc|i|vs|vb|vl|pd|ilt|i̇lt|doorst|пересл|转发|轉寄|転送|전달)\s*[:：]/iu

export function isForwardedSubject(subject: string): boolean {
  return forwardedSubject.test(subject)
}

/** Whether everything from this line on is what is answered. */
export function beginsHistory(lines: string[], at: number): boolean {
  return isSeparator(lines[at] ?? "") || isHeaderBlock(lines, at)
}
