export function paragraphs(...texts: string[]): string {
  return texts.map((text) => `<p>${text}</p>`).join("")
}
