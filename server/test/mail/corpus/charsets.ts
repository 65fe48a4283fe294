import { encodeIn } from "./encode.ts"
import { filePart, mail, multipart, type Sample, textPart } from "./sample.ts"

/** Letters of the world, told and not told in which set they are written. */
export const charsets: Sample[] = [
  ...said(
    "iso-2022-jp",
    "base64",
    "GyRCJDMkcyRLJEEkTyEjQ21KOCRPJEkkMyRHJDkkKyEjGyhC",
    "こんにちは。注文はどこですか。",
  ),
  ...said("Shift_JIS", "base64", "l8yO+4+RgvCCrYK+grOCooFC", "領収書をください。"),
  ...said("cp932", "base64", "h4qOUpNjj6STWCCHQA==", "㈱山田商店 ①"),
  ...said("EUC-JP", "quoted-printable", "=CA=D6=C9=CA=A4=B7=A4=BF=A4=A4=A4=C7=A4=B9=A1=A3", "返品したいです。"),
  ...said("gb2312", "base64", "xOO6w6Osx+vOys7StcS2qbWl1NrExMDvo78=", "你好，请问我的订单在哪里？"),
  ...said("gb18030", "base64", "zcu/7snqx+sglTSyNQ==", "退款申请 𠮷"),
  ...said("big5", "base64", "vdCw3abzrsmlWLNmoUg=", "請問何時出貨？"),
  ...said("ks_c_5601-1987", "base64", "wda5rsC7IMPrvNLHz7DtIL3NvcC0z7TZLg==", "주문을 취소하고 싶습니다."),
  ...said(
    "koi8-r",
    "quoted-printable",
    "=FA=C4=D2=C1=D7=D3=D4=D7=D5=CA=D4=C5, =C7=C4=C5 =CD=CF=CA =DA=C1=CB=C1=DA?",
    "Здравствуйте, где мой заказ?",
  ),
  ...said("windows-1251", "quoted-printable", "=D1=EF=E0=F1=E8=E1=EE =E7=E0 =EE=F2=E2=E5=F2", "Спасибо за ответ"),
  ...said("iso-8859-5", "quoted-printable", "=B4=DE=D1=E0=EB=D9 =D4=D5=DD=EC", "Добрый день"),
  ...said("windows-1256", "base64", "49HNyMehIMPt5CDY4cjtvw==", "مرحبا، أين طلبي؟"),
  ...said("iso-8859-6", "base64", "1OPRxw==", "شكرا"),
  ...said("windows-1255", "base64", "+ezl7Swg4On05CDk5Obu8OQg+ezpPw==", "שלום, איפה ההזמנה שלי?"),
  ...said("iso-8859-8-i", "base64", "+uXj5CD44eQ=", "תודה רבה"),
  ...said(
    "windows-1253",
    "quoted-printable",
    "=D0=EF=FD =E5=DF=ED=E1=E9 =E7 =F0=E1=F1=E1=E3=E3=E5=EB=DF=E1 =EC=EF=F5;",
    "Πού είναι η παραγγελία μου;",
  ),
  ...said("windows-1254", "quoted-printable", "Sipari=FEim nerede? Te=FEekk=FCrler", "Siparişim nerede? Teşekkürler"),
  ...said("iso-8859-2", "quoted-printable", "Kde je moje objedn=E1vka? D=ECkuji", "Kde je moje objednávka? Děkuji"),
  ...said("iso-8859-15", "quoted-printable", "Preis: 20 =A4", "Preis: 20 €"),
  ...said("tis-620", "base64", "ysfRyrTVpMPRug==", "สวัสดีครับ"),
  ...said("utf-16", "base64", "//5HAHIA/ADfAGUAIABhAHUAcwAgAEsA9gBsAG4A", "Grüße aus Köln"),
  ...said("us-ascii", "base64", "R3LDvMOfZSDwn46JIGZyb20gS8O2bG4=", "Grüße 🎉 from Köln"),
  {
    name: "a subject in KOI8, in words that split it",
    raw: mail({ Subject: "=?koi8-r?Q?=F7=CF=D0=D2=CF=D3_?=\r\n =?koi8-r?Q?=CF_=DA=C1=CB=C1=DA=C5?=" }, "x"),
    subject: "Вопрос о заказе",
    text: ["x"],
  },
  {
    name: "a subject in ISO-2022-JP",
    raw: mail({ Subject: "=?ISO-2022-JP?B?GyRCJCpMZCQkOWckbyQ7GyhC?=" }, "x"),
    subject: "お問い合わせ",
    text: ["x"],
  },
  {
    name: "letters beyond ASCII in fields, as UTF-8",
    raw: mail({ From: "Jürgen Groß <j@customer.example>", Subject: "Bestellung für Köln" }, "x"),
    from: "j@customer.example",
    fromName: "Jürgen Groß",
    subject: "Bestellung für Köln",
    text: ["x"],
  },
  {
    name: "letters beyond ASCII in fields, as an old program writes them",
    raw: Buffer.from(
      "From: J\xfcrgen <j@customer.example>\r\nMessage-ID: <1@customer.example>\r\nSubject: K\xf6ln\r\n\r\nGr\xfc\xdfe",
      "latin1",
    ),
    from: "j@customer.example",
    fromName: "Jürgen",
    subject: "Köln",
    text: ["Grüße"],
  },
  {
    name: "a set that nobody knows (P6)",
    raw: mail({ "Content-Type": "text/plain; charset=x-klingon" }, "Price 20 €"),
    text: ["Price 20 €"],
    flags: ["undecodable_part"],
  },
  {
    name: "says UTF-8 and is Latin-1 (P6)",
    raw: mail({ "Content-Type": "text/plain; charset=utf-8" }, Buffer.from("Gr\xfc\xdfe", "latin1")),
    text: ["Grüße"],
  },
  {
    name: "UTF-7 that would be markup (P6)",
    raw: mail({ "Content-Type": "text/html; charset=utf-7" }, "+ADw-script+AD4-alert(1)+ADw-/script+AD4-"),
    text: ["+ADw-script+AD4-alert(1)"],
    bodyLacks: ["<script", "&lt;script"],
    flags: ["undecodable_part"],
  },
  {
    name: "UTF-7 in a subject (P6)",
    raw: mail({ Subject: "=?utf-7?Q?+ADw-b+AD4-?=" }, "x"),
    subject: "+ADw-b+AD4-",
    text: ["x"],
  },
  {
    name: "ISO-2022-JP left open (P6)",
    raw: mail({ "Content-Type": "text/plain; charset=iso-2022-jp" }, Buffer.from("\x1b$B$3$s", "latin1")),
    text: ["こん"],
  },
  {
    name: "overlong UTF-8 and half characters (P6)",
    raw: mail(
      { "Content-Type": "text/html; charset=utf-8" },
      Buffer.from("a\xc0\xbcscript\xc0\xbe \xed\xa0\x80 b", "latin1"),
    ),
    text: ["script"],
    bodyLacks: ["<script"],
  },
  {
    name: "NUL and a byte order mark (P6)",
    raw: mail({ "Content-Type": "text/plain; charset=utf-8" }, Buffer.from("\xef\xbb\xbfone\0two\x1b[2J", "latin1")),
    text: ["onetwo[2J"],
    bodyLacks: ["\0"],
  },
  {
    name: "markup that says its set itself",
    raw: mail(
      { "Content-Type": "text/html" },
      Buffer.from('<meta charset="windows-1251"><p>\xd1\xef\xe0\xf1\xe8\xe1\xee</p>', "latin1"),
    ),
    text: ["Спасибо"],
  },
  raw("GB2312", "gbk", { subject: "关于订单的问题", fromName: "王伟" }),
  raw("GB2312 beside a text that names it", "gbk", { subject: "编辑", fromName: "李娜" }, "text/plain; charset=gb2312"),
  raw("Shift_JIS", "shift_jis", { subject: "表示についてのお問い合わせ", fromName: "山田太郎" }),
  raw("Big5", "big5", { subject: "請問訂單何時出貨？", fromName: "陳小姐" }),
  raw("EUC-KR", "euc-kr", { subject: "배송 문의드립니다", fromName: "김민수" }),
  raw("windows-1251", "windows-1251", { subject: "Где мой заказ?", fromName: "Ольга Петрова" }),
  raw("KOI8-R", "koi8-r", { subject: "Вопрос о доставке", fromName: "Иван Смирнов" }),
  raw("windows-1250", "windows-1250", { subject: "Zażółć gęślą jaźń", fromName: "Paweł Wiśniewski" }),
  raw("windows-1253", "windows-1253", { subject: "Πού είναι η παραγγελία μου;", fromName: "Μαρία Παππά" }),
  {
    name: "a subject in ISO-2022-JP, not told",
    raw: mail({ Subject: "\x1b$B$*Ld$$9g$o$;\x1b(B" }, "x"),
    subject: "お問い合わせ",
    text: ["x"],
  },
  {
    name: "a subject in GBK below a field in UTF-8",
    raw: Buffer.concat([
      Buffer.from("From: Jürgen <ann@customer.example>\r\nMessage-ID: <1@customer.example>\r\nSubject: "),
      encodeIn("gbk", "发票申请"),
      Buffer.from("\r\n\r\nx"),
    ]),
    fromName: "Jürgen",
    subject: "发票申请",
    text: ["x"],
  },
  {
    name: "a body in windows-1251, not told",
    raw: mail({}, encodeIn("windows-1251", "Добрый день! Где мой заказ?")),
    text: ["Добрый день! Где мой заказ?"],
  },
  {
    name: "a body in a set that nobody knows, in Shift_JIS",
    raw: mail({ "Content-Type": "text/plain; charset=x-klingon" }, encodeIn("shift_jis", "商品が届きません。")),
    text: ["商品が届きません。"],
    flags: ["undecodable_part"],
  },
  {
    name: "says UTF-8 and is GBK",
    raw: mail({ "Content-Type": "text/plain; charset=utf-8" }, encodeIn("gbk", "您好，请问什么时候发货？")),
    text: ["您好，请问什么时候发货？"],
  },
  {
    name: "says GB2312 and is Latin-1",
    raw: mail({ "Content-Type": "text/plain; charset=gb2312" }, Buffer.from("Gr\xfc\xdfe aus K\xf6ln \xfc", "latin1")),
    text: ["Grüße aus Köln ü"],
  },
  {
    name: "says UTF-8 and is UTF-8 with Latin-1 below it",
    raw: mail(
      { "Content-Type": "text/plain; charset=utf-8" },
      Buffer.concat([Buffer.from("Schöne Grüße 🎉\n-- \n"), Buffer.from("B\xfcro K\xf6ln\n", "latin1")]),
    ),
    text: ["Schöne Grüße 🎉", "Büro Köln"],
  },
  {
    name: "UTF-8 that is cut in a character",
    raw: mail(
      { "Content-Type": "text/plain; charset=utf-8" },
      Buffer.from("Où est ma commande à côté").subarray(0, -1),
    ),
    text: ["Où est ma commande à côt"],
  },
  {
    name: "Latin-1 in encoded words of UTF-8",
    raw: mail({ Subject: "=?utf-8?Q?R=FCckgabe?= =?UTF-8?B?IHb2bGxpZw==?=" }, "x"),
    subject: "Rückgabe völlig",
    text: ["x"],
  },
  {
    name: "an encoded word in a set that is not told",
    raw: mail({ Subject: `=?unknown-8bit?B?${encodeIn("windows-1251", "Возврат товара").toString("base64")}?=` }, "x"),
    subject: "Возврат товара",
    text: ["x"],
  },
  {
    name: "the name of a file in GBK, not told",
    raw: mail(
      { "Content-Type": "multipart/mixed; boundary=b" },
      Buffer.concat([
        Buffer.from(`--b\r\n\r\nx\r\n--b\r\nContent-Type: application/pdf; name="`),
        encodeIn("gbk", "订单发票.pdf"),
        Buffer.from(`"\r\n\r\nx\r\n--b--\r\n`),
      ]),
    ),
    text: ["x"],
    files: ["订单发票.pdf"],
  },
  {
    name: "the name of a file in Latin-1, called UTF-8",
    raw: mail(
      ...multipart(
        "mixed",
        textPart("x"),
        filePart("application/pdf", "x.pdf").replace("filename=x.pdf", "filename*=utf-8''Gr%FC%DFe.pdf"),
      ),
    ),
    text: ["x"],
    files: ["Grüße.pdf"],
  },
  {
    name: "each part in a set of its own",
    raw: mail(
      ...multipart(
        "alternative",
        "Content-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: quoted-printable\n\n=FA=C4=D2",
        "Content-Type: text/html; charset=windows-1251\nContent-Transfer-Encoding: quoted-printable\n\n<p>=C7=E4=F0</p>",
      ),
    ),
    text: ["Здр"],
    body: ["<p>Здр</p>"],
  },
]

function said(charset: string, encoding: string, body: string, text: string): Sample[] {
  const fields = { "Content-Type": `text/plain; charset="${charset}"`, "Content-Transfer-Encoding": encoding }
  return [{ name: `a text in ${charset}`, raw: mail(fields, body), text: [text], body: [text] }]
}

/** Fields as old programs write them, without saying in which set. */
function raw(name: string, charset: string, head: { subject: string; fromName: string }, type = "text/plain"): Sample {
  const lines = `From: "${head.fromName}" <ann@customer.example>\r\nMessage-ID: <1@customer.example>\r\nSubject: ${head.subject}\r\nContent-Type: ${type}\r\n\r\nx`
  return { name: `a name and a subject in ${name}, not told`, raw: encodeIn(charset, lines), ...head, text: ["x"] }
}
