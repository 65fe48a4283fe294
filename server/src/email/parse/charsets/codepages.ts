/** Numbers that Windows has for character sets, where the name is not `windows-` and the number. */
const names: Record<number, string> = {
  437: "windows-1252",
  850: "windows-1252",
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
  10000: "macintosh",
  20127: "us-ascii",
  20866: "koi8-r",
  20932: "euc-jp",
  21866: "koi8-u",
  50220: "iso-2022-jp",
  50221: "iso-2022-jp",
  50222: "iso-2022-jp",
  51932: "euc-jp",
  51949: "euc-kr",
  54936: "gb18030",
  65001: "utf-8",
}

/** As `decodeCharset` takes it; undefined where the number says nothing. */
export function charsetOfCodepage(codepage: number | undefined): string | undefined {
  if (codepage === undefined) return undefined
  if (codepage === 874 || (codepage >= 1250 && codepage <= 1258)) return `windows-${codepage}`
  if (codepage > 28590 && codepage < 28606) return `iso-8859-${codepage - 28590}`
  return names[codepage]
}
