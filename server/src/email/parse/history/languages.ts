/** A language that old programs write in character sets of their own. */
export interface Language {
  /** The more usual one first. */
  charsets: string[]
  /** Its letters or most frequent ideographs, the most frequent first. */
  letters: string
  /** Those of them that stand only at the end of a word. */
  finals?: string
  /** First and last lead byte of its other common characters in the first charset: level 1 of East Asian standards. */
  leads?: [first: number, last: number]
}

const western = ["windows-1252"]
const central = ["windows-1250", "iso-8859-2"]
const cyrillic = ["windows-1251", "koi8-r"]

/** Of two that fit about equally well, the earlier one counts. */
export const languages: Language[] = [
  { charsets: western, letters: "etaoinshrdlcumwfgypbvkjxqz" },
  { charsets: ["windows-1254"], letters: "aeinrlıdkmuytsboüİşzgçhğvcöpfjâîûxwq" },
  { charsets: western, letters: "enisratdhulcgmobwfkzüvpäßjöyxq" },
  { charsets: western, letters: "esaitnrulodcmpévqfbghjàxèyêzçôùâûîœwkëïæ" },
  { charsets: western, letters: "eaosrnidlctumpbgyívqóhfzjéáñxú¿ü¡wkºª" },
  { charsets: western, letters: "aeosrindmutclpvgqhbfãzçáéíjóxêõàâúôkwy" },
  { charsets: western, letters: "eaionlrtscdupmvghfbqzòàùèìéjkwxy", finals: "òùì" },
  { charsets: western, letters: "eantrsildomkgvhfupäbcåöyjxwzéq" },
  { charsets: western, letters: "ernditaslogkmfvupbhåæøyjcéwzxq" },
  { charsets: western, letters: "enatirodslghvkmubpwjczfxyëéïqèöü" },
  { charsets: central, letters: "iaoeznrswcytkdpmujlłbęgąhóżśćfńźvqx" },
  { charsets: central, letters: "oeanstilvdkrmupzyjcbáhíéěýřčšžfgůúxťóňďwq" },
  { charsets: central, letters: "aoeinsrtvlkdmpucyzbjháčžíšéľýťúôďňxóäĺŕwq" },
  { charsets: central, letters: "eatlnskomzrigáéybdvhjőfupöócüíúűxwq" },
  { charsets: central, letters: "aieonrsjtukvdlmpgzbčcšžćfhđyxwq" },
  { charsets: western, letters: "arnieustðglkmfhóávdíöjþýbúyéæpxcqwz" },
  { charsets: western, letters: "aintesloukämvrjhypdögbfcwåqzx" },
  { charsets: cyrillic, letters: "оеаинтсрвлкмдпуяызьбгчйхжюшцщэфъё" },
  { charsets: ["windows-1251", "koi8-u"], letters: "оаниівтерслкудмпзяьбгйчхжїцюєшщфґ'’" },
  { charsets: ["windows-1253"], letters: "αοιετνσρπκυλμηςάίόγωήέδύχθώφβξζψϊ", finals: "ς" },
  { charsets: ["windows-1255"], letters: "יוהלאמרתבשנדעחקםפטגכןצזסךףץ", finals: "םןךףץ" },
  { charsets: ["windows-1256"], letters: "اليمنترتبودسعكهحفقةجشصأطخضىإذغزءثئآظؤ", finals: "ةى" },
  { charsets: ["windows-874"], letters: "านรอกเงมยวลดท่สต้ะปบคหแิีจัพชใขไ็ผุูโ์ืำถญซธศณฉษภฟึฝฐฎฮๆฏฆฒฑ" },
  {
    charsets: ["gbk"],
    leads: [0xb0, 0xd7],
    letters:
      "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运您请订单购买退款货收付费账号户密码登录邮箱系客服咨询谢帮助产质换消未错误网站支付询价票快递联络电话投诉公司有限测试通知议报告优惠查看",
  },
  {
    charsets: ["big5"],
    leads: [0xa4, 0xc6],
    letters:
      "的一是不我有在人了大這中個上來為以到會時就們他要可生你也說出國能和得年那對下自學之所好過發後子而著用然作小家天都去行多成去沒面事心經些看地方還本分如同想現前動開法公其很但進於種與理物情最長無知力又點外因高回日新當相此民重問明主每什部間樣只十電十文全十定工已把從等月加或更體機見起正實合話業手道三她幾樂給員水信名它吧安代化性度關應何式書目比資市品兩二用由位打全常第務便次真女老呢請謝您訂單購買退貨款付費帳號戶密碼登入郵件箱客服詢查換消未錯誤網站支持票快遞聯絡線投訴司限測試通知議報告優惠產品質運送達地址變更確認系統設計台灣北市府先生小姐陳林黃張李王吳劉蔡楊選擇檔案圖片檢視關閉確定",
  },
  {
    charsets: ["shift_jis", "euc-jp"],
    leads: [0x88, 0x97],
    letters:
      "のいしてにたをはとるがなでんンーすっれスもルかさらまりトくイクこうドリけアラレきそあだシタフッロめ。、みテムせジコよマグおプバつパ日ィえわメちデキウじオ本サ大人カ年会ーナニ中ダ一事ろ上行どエ者分国出見月自生業用部同社新時間ばビ方合前件発物ハ場ごお客様注文商品返金送料請求書領収見積株式契約問合連絡変更確認手電話先名前登録番号購入支払会員質届配着キ取消対応依頼急至予定議連日程田中山本川村野木佐藤鈴高橋井口郎子美花明今後来週度作成表示内容期最下回力機語全表法入学要目的理通知情報願世話店京東市区県利用方法ゃゅょャュョァェォヌネノヒヘホボポミモヤユヨワヲガギゲゴザゼゾヅべぶぼびぱぴぷぺぽずぜぞづやゆへひふほむねぬげぎぐ",
  },
  {
    charsets: ["euc-kr"],
    leads: [0xb0, 0xc8],
    letters:
      "이다는의에을가고하지를은한로기도사자리어그나인스으아서시해대들정일라것수부있장전게과보제만면조오여구었상와니요까주안위관원공선용우동습합경무연성했소마유모내생문적국중간간신화바비실계거세방회야했재없불러때분물지민행달년후너진물며같더드르운음말미식치양약트단개산학강각영업반두교남예본류결력될파체호트명료매출변권통번백된크입금제품발송취품청환배문의답확메메일비밀변호견계산세회의원서류감합미안녕감교급긴급설서비스객고객계약알림요오류언인로그아웃김박최정강조윤장임한",
  },
  { charsets: central, letters: "eiarntuclosăpdmşîfvâţgbzhjxkywq" },
  { charsets: ["windows-1257"], letters: "iaseortnkuldmvpgjbėyšžzųącįūęčfh" },
  { charsets: ["windows-1257"], letters: "aiestrunlkmopdāvzējbīģgņšcūļčžfhķ" },
  { charsets: ["windows-1257"], letters: "aeistulnkdomrvpgjhbäüõöfšžcyqxwz" },
]
