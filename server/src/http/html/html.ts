/** Text that is markup already. Only `html` makes it. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type HtmlPart = Html | string | number | undefined | false | HtmlPart[]

/** Writes markup; whatever is put in is escaped unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  return new Html(strings.map((text, index) => text + textOf(parts[index])).join(""))
}

function textOf(part: HtmlPart): string {
  if (part === undefined || part === false) return ""
  if (part instanceof Html) return part.text
  return Array.isArray(part) ? part.map(textOf).join("") : escaped(String(part))
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Escaped, with `words in backticks` as code. */
export function prose(text: string): Html {
  return new Html(escaped(text).replace(/`([^`]+)`/g, "<code>$1</code>"))
}
