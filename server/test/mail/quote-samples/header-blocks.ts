import type { QuoteSample } from "./sample.ts"

const address = "Help <help@desk.example>"

/** How programs name the message that is answered: the words above, and the block. */
const blocks: [string, string, string][] = [
  [
    "Outlook, English",
    "Still broken.",
    `From: ${address}\nSent: Monday, March 4, 2024 10:00 AM\nTo: Ann\nSubject: Order`,
  ],
  [
    "Outlook, bold",
    "Still broken.",
    `*From:* ${address}\n*Sent:* Monday, March 4, 2024 10:00 AM\n*To:* Ann\n*Subject:* Order`,
  ],
  [
    "Outlook, bold outside of the colon",
    "Still broken.",
    `*From*: ${address}\n*Sent*: Monday, March 4, 2024\n*To*: Ann\n*Subject*: Order`,
  ],
  [
    "Outlook, under a line",
    "No.",
    `________________________________\nFrom: ${address}\nSent: Monday, March 4, 2024 10:00 AM\nTo: Ann\nSubject: Order`,
  ],
  [
    "Outlook for iOS",
    "Ok\n\nGet Outlook for iOS",
    `________________________________\nFrom: ${address}\nSent: Monday, March 4, 2024 10:00:00 AM\nTo: Ann\nSubject: Order`,
  ],
  [
    "Outlook, its old line",
    "No.",
    `-----Original Message-----\nFrom: ${address} [mailto:help@desk.example]\nSent: Monday, March 4, 2024\nTo: Ann\nSubject: Order`,
  ],
  ["Outlook, German", "Danke!", `Von: ${address}\nGesendet: Montag, 4. März 2024 10:00\nAn: Ann\nBetreff: Bestellung`],
  [
    "Outlook, German, its old line",
    "Danke!",
    `-----Ursprüngliche Nachricht-----\nVon: ${address}\nGesendet: Montag, 4. März 2024 10:00\nAn: Ann\nBetreff: Bestellung`,
  ],
  [
    "GMX, the date first",
    "Passt.",
    `Gesendet: Montag, 04. März 2024 um 10:00 Uhr\nVon: ${address}\nAn: ann@customer.example\nBetreff: Bestellung`,
  ],
  [
    "Outlook, French, no-break space",
    "Merci.",
    `De\u00a0: ${address}\nEnvoyé\u00a0: lundi 4 mars 2024 10:00\nÀ\u00a0: Ann\nObjet\u00a0: Commande`,
  ],
  [
    "Outlook, French, blank",
    "Merci.",
    `De : ${address}\nEnvoyé le : lundi 4 mars 2024 10:00\nÀ : Ann\nObjet : Commande`,
  ],
  [
    "Outlook, French, its old line",
    "Merci.",
    `-----Message d'origine-----\nDe : ${address}\nEnvoyé : lundi 4 mars 2024\nÀ : Ann\nObjet : Commande`,
  ],
  [
    "Outlook, Spanish",
    "Gracias.",
    `De: ${address}\nEnviado el: lunes, 4 de marzo de 2024 10:00\nPara: Ann\nAsunto: Pedido`,
  ],
  ["Outlook, Italian", "Grazie.", `Da: ${address}\nInviato: lunedì 4 marzo 2024 10:00\nA: Ann\nOggetto: Ordine`],
  [
    "Outlook, Italian, its old line",
    "Grazie.",
    `-----Messaggio originale-----\nDa: ${address}\nInviato: lunedì 4 marzo 2024\nA: Ann\nOggetto: Ordine`,
  ],
  [
    "Outlook, Portuguese",
    "Obrigado.",
    `De: ${address}\nEnviada em: segunda-feira, 4 de março de 2024 10:00\nPara: Ann\nAssunto: Pedido`,
  ],
  [
    "Outlook, Dutch",
    "Bedankt.",
    `Van: ${address}\nVerzonden: maandag 4 maart 2024 10:00\nAan: Ann\nOnderwerp: Bestelling`,
  ],
  ["Outlook, Swedish", "Tack.", `Från: ${address}\nSkickat: den 4 mars 2024 10:00\nTill: Ann\nÄmne: Beställning`],
  [
    "Outlook, Swedish, its old line",
    "Tack.",
    `----- Ursprungligt meddelande -----\nFrån: ${address}\nTill: Ann\nSkickat: den 4 mars 2024\nÄmne: Beställning`,
  ],
  [
    "Outlook, Danish",
    "Tak.",
    `________________________________\nFra: ${address}\nSendt: 4. marts 2024 10:00\nTil: Ann\nEmne: Ordre`,
  ],
  [
    "Outlook, Danish, its old line",
    "Tak.",
    `-----Oprindelig meddelelse-----\nFra: ${address}\nSendt: 4. marts 2024 10:00\nTil: Ann\nEmne: Ordre`,
  ],
  ["Outlook, Norwegian", "Takk.", `Fra: ${address}\nSendt: mandag 4. mars 2024 10:00\nTil: Ann\nEmne: Bestilling`],
  [
    "Outlook, Norwegian, its old line",
    "Takk.",
    `-----Opprinnelig melding-----\nFra: ${address}\nSendt: mandag 4. mars 2024\nTil: Ann\nEmne: Bestilling`,
  ],
  [
    "Outlook, Finnish",
    "Kiitos.",
    `Lähettäjä: ${address}\nLähetetty: maanantai 4. maaliskuuta 2024 10.00\nVastaanottaja: Ann\nAihe: Tilaus`,
  ],
  [
    "Outlook, Polish",
    "Dziękuję.",
    `Od: ${address}\nWysłano: poniedziałek, 4 marca 2024 10:00\nDo: Ann\nTemat: Zamówienie`,
  ],
  [
    "Outlook, Czech",
    "Děkuji.",
    `Od: ${address}\nOdesláno: pondělí 4. března 2024 10:00\nKomu: Ann\nPředmět: Objednávka`,
  ],
  [
    "Seznam, Czech",
    "Děkuji.",
    `---------- Původní zpráva ----------\nOd: ${address}\nKomu: Ann\nDatum: 4. 3. 2024 10:00:00\nPředmět: Objednávka`,
  ],
  ["Outlook, Russian", "Спасибо.", `От: ${address}\nОтправлено: 4 марта 2024 г. 10:00\nКому: Ann\nТема: Заказ`],
  ["Outlook, Japanese", "承知しました。", `差出人: ${address}\n送信日時: 2024年3月4日 10:00\n宛先: Ann\n件名: 注文`],
  ["Outlook, Chinese", "谢谢", `发件人: ${address}\n发送时间: 2024年3月4日 10:00\n收件人: Ann\n主题: 订单`],
  [
    "QQ, Chinese",
    "收到",
    `------------------ 原始邮件 ------------------\n发件人: ${address}\n发送时间: 2024年3月4日\n收件人: Ann\n主题: 订单`,
  ],
  [
    "Outlook, Chinese of Taiwan",
    "謝謝",
    `寄件者： ${address}\n寄件日期： 2024年3月4日 10:00\n收件者： Ann\n主旨： 訂單`,
  ],
  [
    "Outlook, Korean",
    "감사합니다",
    `보낸 사람: ${address}\n보낸 날짜: 2024년 3월 4일 월요일\n받는 사람: Ann\n제목: 주문`,
  ],
  [
    "Outlook, Turkish",
    "Teşekkürler",
    `Gönderen: ${address}\nGönderildi: 4 Mart 2024 Pazartesi 10:00\nKime: Ann\nKonu: Sipariş`,
  ],
  [
    "Hotmail, the date first",
    "Thanks",
    `Date: Mon, 4 Mar 2024 10:00:00 +0100\nSubject: Order\nFrom: help@desk.example\nTo: ann@customer.example`,
  ],
  [
    "Samsung",
    "Ok",
    `-------- Original message --------\nFrom: ${address}\nDate: 3/4/24 10:00 AM (GMT+01:00)\nTo: Ann\nSubject: Order`,
  ],
  [
    "Android, old",
    "Ok",
    `----- Reply message -----\nFrom: ${address}\nTo: Ann\nSubject: Order\nDate: Mon, Mar 4, 2024`,
  ],
  [
    "BlackBerry",
    "Ok\nSent from my BlackBerry",
    `-----Original Message-----\nFrom: ${address}\nDate: Mon, 04 Mar 2024 10:00:00\nTo: Ann\nSubject: Order`,
  ],
  [
    "Lotus Notes, tabs",
    "Approved.",
    `From:\tHelp/Desk\nTo:\tAnn/Customer@Customer\nDate:\t03/04/2024 10:00\nSubject:\tOrder`,
  ],
  [
    "Lotus Notes, German",
    "Genehmigt.",
    `Von: Help/Desk\nAn: Ann/Kunde@Kunde\nDatum: 04.03.2024 10:00\nBetreff: Bestellung`,
  ],
  [
    "Zimbra",
    "Reçu.",
    `----- Mail original -----\nDe: "Help" <help@desk.example>\nÀ: "Ann" <ann@customer.example>\nEnvoyé: Lundi 4 Mars 2024 10:00:00\nObjet: Commande`,
  ],
  [
    "its names behind the words “Original Message” alone",
    "No.",
    `Original Message\nFrom: ${address}\nSent: Monday, March 4, 2024\nTo: Ann\nSubject: Order`,
  ],
  ["Outlook, Greek", "Ευχαριστώ", `Από: ${address}\nΣτάλθηκε: Δευτέρα, 4 Μαρτίου 2024\nΠρος: Ann\nΘέμα: Order`],
  ["Outlook, Hebrew", "כן", `מאת: ${address}\nנשלח: יום שני 04 מרץ 2024\nאל: Ann\nנושא: Order`],
  ["Outlook, Hungarian", "Igen.", `Feladó: ${address}\nElküldve: 2024. március 4.\nCímzett: Ann\nTárgy: Order`],
  ["Outlook, Slovene", "Da.", `Od: ${address}\nPoslano: ponedeljek, 04. marec 2024\nZa: Ann\nZadeva: Order`],
  [
    "163, Chinese",
    "好的",
    `发件人："Help" <help@desk.example>\n发送日期：2024-03-04 10:00\n收件人："Ann" <ann@customer.example>\n主题：订单`,
  ],
  [
    "Yahoo, its line",
    "Ok",
    `________________________________\n From: Help <help@desk.example>\nTo: Ann\nSent: Monday, March 4, 2024 10:00 AM\nSubject: Order`,
  ],
  [
    "many recipients over several lines",
    "Ok",
    `From: ${address}\nSent: Monday, March 4, 2024 10:00 AM\nTo: Ann <ann@customer.example>; Bob <bob@customer.example>;\n Carl <carl@customer.example>; Dora <dora@customer.example>;\n Emil <emil@customer.example>\nCc: Fred\nSubject: Order`,
  ],
  [
    "a line between each name",
    "Ok",
    `From: ${address}\n\nSent: Monday, March 4, 2024 10:00 AM\n\nTo: Ann\n\nSubject: Order`,
  ],
]

export const headerBlockSamples: QuoteSample[] = blocks.map(([name, own, block]) => ({
  name,
  text: `${own}\n\n${block}\n\nYour order has left our house.\n\nHelp\n`,
  visible: own,
}))
