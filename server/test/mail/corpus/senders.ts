import { mail, type Sample } from "./sample.ts"

const words = (text: string) => `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`
const ann = "ann@customer.example"

/** From fields that are not well formed: who they are from is guessed, and flagged. */
export const guesses: Sample[] = [
  // Commas, colons and semicolons that should stand in quotation marks.
  ...guess("Bürling, Andreas <ann@customer.example>", "Bürling, Andreas"),
  ...guess("Lee, Ann, Dr. <ann@customer.example>", "Lee, Ann, Dr."),
  ...guess("Sales: Ann Lee <ann@customer.example>", "Sales: Ann Lee"),
  ...guess("Ann; Sales <ann@customer.example>", "Ann; Sales"),
  ...guess("Lee,ann@customer.example", "Lee"),
  ...guess("Ann Lee;ann@customer.example", "Ann Lee"),
  ...guess("ann@customer.example, nobody", "nobody"),
  // Encoded words with characters that they should encode, and with the address.
  ...guess("=?utf-8?Q?B=C3=BCrling, Andreas?= <ann@customer.example>", "Bürling, Andreas"),
  ...guess("=?utf-8?Q?Sales: Ann?= <ann@customer.example>", "Sales: Ann"),
  ...guess("=?utf-8?Q?Ann_(Sales?= <ann@customer.example>", "Ann (Sales"),
  ...guess('=?utf-8?Q?Ann_"A?= <ann@customer.example>', "Ann A"),
  ...guess("=?utf-8?Q?<boss@desk.example>?= <ann@customer.example>", "boss@desk.example", ["name_is_address"]),
  ...guess(words("Ann Lee <ann@customer.example>"), "Ann Lee"),
  ...guess(`${words("Ann Lee <")}ann@customer.example>`, "Ann Lee"),
  ...guess(words('"Lee, Ann" <ann@customer.example>'), "Lee, Ann"),
  ...guess(`${words("Ann")} ${words("<ann@customer.example>")}`, "Ann"),
  ...guess("=?utf-8?q?ann=40customer.example=3e?= x", "x"),
  ...guess("<=?utf-8?q?ann?=@customer.example>", ""),
  // Brackets that are missing, stray, doubled or others.
  ...guess("Ann Lee ann@customer.example", "Ann Lee"),
  ...guess("ann@customer.example Ann Lee", "Ann Lee"),
  ...guess("Ann Lee <ann@customer.example", "Ann Lee"),
  ...guess("Ann Lee ann@customer.example>", "Ann Lee"),
  ...guess("ann@customer.example <", ""),
  ...guess("Ann Lee <<ann@customer.example>>", "Ann Lee"),
  ...guess("Ann <Lee <ann@customer.example>", "Ann Lee"),
  ...guess("<ann@customer.example> Ann Lee", "Ann Lee"),
  ...guess("Ann Lee <ann@customer.example> of Sales", "Ann Lee of Sales"),
  ...guess("Ann Lee [ann@customer.example]", "Ann Lee"),
  ...guess("Ann Lee {ann@customer.example}", "Ann Lee"),
  ...guess("Ann Lee \uff1cann@customer.example\uff1e", "Ann Lee"),
  ...guess("Ann Lee \u3008ann\uff20customer\uff0eexample\u3009", "Ann Lee"),
  ...guess("<Ann Lee ann@customer.example>", ""),
  // Quotation marks likewise.
  ...guess('"unclosed <ann@customer.example>', "unclosed"),
  ...guess('Ann Lee" <ann@customer.example>', "Ann Lee"),
  ...guess('"Ann Lee <ann@customer.example>"', "Ann Lee"),
  ...guess('"ann@customer.example"', ""),
  ...guess("'ann@customer.example'", ""),
  ...guess('Ann Lee <"ann@customer.example">', "Ann Lee"),
  ...guess("Ann Lee <'ann@customer.example'>", "Ann Lee"),
  ...guess("“Lee, Ann” “ann@customer.example”", "Lee, Ann"),
  ...guess('"ann"@customer.example', ""),
  ...guess('"Lee \\"A\\" <boss@desk.example>" ann@customer.example', "Lee A boss@desk.example", ["name_is_address"]),
  // Comments within comments, unclosed ones, and ones with the address.
  ...guess("(a (nested) comment) ann@customer.example", "(a (nested) comment)"),
  ...guess("Ann (of (Sales)) <ann@customer.example>", "Ann (of (Sales))"),
  ...guess("ann@customer.example (Ann Lee", "Ann Lee"),
  ...guess("Ann :( <ann@customer.example>", "Ann :("),
  ...guess("(ann@customer.example)", ""),
  ...guess("Ann Lee (ann@customer.example)", "Ann Lee"),
  ...guess("(boss@desk.example), ann@customer.example", "boss@desk.example", ["name_is_address"]),
  // Around the address.
  ...guess("mailto:ann@customer.example", ""),
  ...guess("Ann Lee <mailto:ann@customer.example>", "Ann Lee"),
  ...guess("Ann Lee [mailto:ann@customer.example]", "Ann Lee"),
  ...guess("<mailto:ann@customer.example?subject=x>", ""),
  ...guess("Ann Lee <ann@customer.example.>", "Ann Lee"),
  ...guess("ann@customer.example.", ""),
  ...guess("Ann Lee <ann @ customer.example>", "Ann Lee"),
  ...guess("ann @ customer.example", ""),
  ...guess("Ann Lee <ann@customer.\r\n example>", "Ann Lee"),
  ...guess("ann@custo\u00admer.exam\u200bple", ""),
  ...guess("<@relay.example:ann@customer.example>", ""),
  // Several.
  ...guess("<ann@customer.example> boss@desk.example", "", ["several_from"]),
  ...guess("<ann@customer.example> <boss@desk.example>", "", ["several_from"]),
  ...guess("ann@customer.example boss@desk.example", "", ["several_from"]),
  ...guess("Team: ann@customer.example, bob@customer.example;", "Team", ["several_from"]),
  ...guess("ann@customer.example ann@customer.example", ann),
  {
    name: "the sender of a broken list (P12)",
    raw: mail({ From: "Lee, Bob <bob@customer.example>, Ann <ann@customer.example>", Sender: ann }, "x"),
    fromName: "Ann",
    text: ["x"],
    flags: ["unclear_sender", "several_from"],
  },
]

function guess(from: string, fromName: string, more: Sample["flags"] = []): Sample[] {
  const raw = mail({ From: from }, "x")
  return [
    { name: `guessed in ${from} (P12)`, raw, from: ann, fromName, text: ["x"], flags: ["unclear_sender", ...more] },
  ]
}
