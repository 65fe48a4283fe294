const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

/** What was typed as plain text, as the HTML that says exactly that: paragraphs at empty lines, breaks at others. */
export function htmlOf(typed: string): string {
  if (typed.trim() === "") return ""
  return typed
    .trim()
    .split(/\n[^\S\n]*\n\s*/)
    .map(
      (paragraph) =>
        `<p>${paragraph.replace(/[&<>"]/g, (letter) => entities[letter] ?? "").replaceAll("\n", "<br>")}</p>`,
    )
    .join("")
}
