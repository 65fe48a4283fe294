import { isAttribution, splitAttribution } from "../history/attributions.ts"

/** Whether a line begins with the mark of a quotation, which few programs put behind blanks. */
export function isQuoted(line: string | undefined): boolean {
  return line !== undefined && /^ {0,3}>/.test(line) && !/^>From /.test(line)
}

/**
 * The lines of a text. An address that was broken before its bracket does not begin a quotation, and an attribution
 * behind the end of a sentence has a line of its own.
 */
export function readTextLines(text: string): string[] {
  const lines: string[] = []
  for (const line of text.split("\n").map((one) => one.trimEnd())) {
    const before = lines.at(-1) ?? ""
    if (/^> ?[^>]{1,60}[:：]$/.test(line) && isOpen(before) && isAttribution(before + line))
      lines.splice(-1, 1, before + line)
    else lines.push(...(isQuoted(line) ? [line] : splitAttribution(line)))
  }
  return lines
}

/** Ends within an address. */
function isOpen(line: string): boolean {
  return line.includes("@") && !line.startsWith(">") && line.lastIndexOf("<") > line.lastIndexOf(">")
}
