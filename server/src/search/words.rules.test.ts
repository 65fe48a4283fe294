import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { patienceMs } from "../../test/until.ts"
import { plainText } from "./plain-text.ts"
import { tsvectorLiteral, wordsOf } from "./words.ts"

describe("plainText", () => {
  const cases: [html: string, text: string][] = [
    ["<p>Hello,</p><p>my order is <b>la</b>te</p>", "Hello, my order is late"],
    ["one<br>two<br/>three", "one two three"],
    ["<style>p { color: red }</style>a<SCRIPT>if (a < b) alert('</p>')</Script >b", "a b"],
    ["<!-- hidden > --> shown <!-- never closed", "shown"],
    ["<a title=\"a > b\" href='x'>link</a>", "link"],
    ["5 < 6 and a <3 b", "5 < 6 and a <3 b"],
    ["R&amp;D &eacute;t&eacute; &#8364;5 &#x20AC;6 &nbsp; &bogus; &", "R&D été €5 €6 &bogus; &"],
    ["a\u0000b\ud800c\n\t d", "abc d"],
    ['<p title="never closed>still here</p>', "still here"],
    ["ends in <p", "ends in <p"],
    ["a&#0;b&#xD800;c&#99999999;d", "a bc d"],
  ]
  for (const [html, text] of cases) test(JSON.stringify(html), () => assert.equal(plainText(html), text))
})

describe("wordsOf", () => {
  const cases: [text: string, words: string][] = [
    ["Hello, WORLD-wide web 2.0 don't", "hello world wide web 2 0 don t"],
    ["Äpfel Straße GROẞ Übergröße", "apfel strasse gross ubergrosse"],
    ["L'été à Orléans, cœur naïf", "l ete a orleans coeur naif"],
    ["Łódź smørrebrød Ærø þing đak ħobż", "lodz smorrebrod aero thing dak hobz"],
    ["İstanbul ISPARTA ılık", "istanbul isparta ilik"],
    ["ΟΔΟΣ οδός", "οδοσ οδοσ"],
    ["Ёлка ещё Йод", "елка еще иод"],
    ["cafe\u0301 café", "cafe cafe"],
    ["soft\u00adhyphen zero\u200bwidth\ufe0f", "softhyphen zerowidth"],
    ["ＦＵＬＬ　ｗｉｄｔｈ ｱｲｳ ﬁne", "full width アイ イウ fine"],
    ["東京都に行く", "東京 京都 都に に行 行く"],
    ["か\u3099く がく", "がく がく"],
    ["注文ABC123番", "注文 abc123 番"],
    ["サーバー", "サー ーバ バー"],
    ["한국어 지원", "한국어 지원"],
    ["สวัสดี", "สว วั ัส สด ดี"],
    ["مُحَمَّد أحمد مـــرحبا", "محمد احمد مرحبا"],
    ["שָׁלוֹם", "שלום"],
    ["हिन्दी में", "हिन्दी में"],
    ["𠮷野家 𝒳", "𠮷野 野家 x"],
    ["a😀b\ud800c\u0000d", "a b c d"],
    ["m² № 5 ½", "m2 no 5 12"],
    ["", ""],
    ["…!? — «»", ""],
  ]
  for (const [text, words] of cases)
    test(JSON.stringify(text), () => assert.deepEqual(wordsOf(text), words === "" ? [] : words.split(" ")))

  test("cuts long words and many words", () => {
    assert.equal(wordsOf("x".repeat(1000))[0]?.length, 64)
    assert.equal(wordsOf("é".repeat(1000))[0]?.length, 64)
    assert.equal(wordsOf("a ".repeat(100_000)).length, 50_000)
    assert.equal(wordsOf("東".repeat(100_000)).length, 49_999)
  })
})

describe("hostile input of a megabyte takes linear time", () => {
  const million = 1_000_000
  const inputs: Record<string, string> = {
    "open brackets": "<".repeat(million),
    "tags never closed": "<a ".repeat(million / 3),
    "comments never closed": "<!--".repeat(million / 4),
    "scripts never closed": "<script>".repeat(million / 8),
    "quotes in tags": '<a ">"'.repeat(million / 6),
    "odd quotes in tags": "<a '\">".repeat(million / 6),
    "ends of scripts": `<script>${"</script".repeat(million / 8)}`,
    ampersands: "&".repeat(million),
    "entities never closed": "&#".repeat(million / 2),
    "marks to be sorted": `a${"\u0301\u0316".repeat(million / 2)}`,
    "spaces and letters": `${" ".repeat(million)}é`,
    "one long word": "é".repeat(million),
    "one long run": "東".repeat(million),
    "letters that fold to many": "\ufdfa".repeat(million),
  }
  for (const [name, input] of Object.entries(inputs))
    test(name, () => {
      const start = process.cpuUsage()
      tsvectorLiteral([{ label: "D", words: wordsOf(plainText(input)) }])
      const { user, system } = process.cpuUsage(start)
      // Linear work takes milliseconds, quadratic work takes hours.
      assert.ok((user + system) / 1_000 < patienceMs)
    })
})

describe("tsvectorLiteral", () => {
  test("counts positions on from part to part with a gap", () => {
    const parts = [
      { label: "A" as const, words: ["late", "order", "late"] },
      { label: "B" as const, words: ["o'neil@example.com"] },
      { label: "D" as const, words: ["order"] },
    ]
    assert.equal(tsvectorLiteral(parts), "'late':1A,3A 'order':2A,25 'o''neil@example.com':14B")
  })
  test("is empty for no words", () => assert.equal(tsvectorLiteral([{ label: "D", words: [""] }]), ""))
})
