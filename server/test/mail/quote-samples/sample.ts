/** A message that quotes, and what of it is to be read without unfolding anything. Blank lines do not count. */
export interface QuoteSample {
  name: string
  subject?: string
  text?: string
  html?: string
  visible: string
}

/** Words that somebody wrote above what they quote. */
export function answered(name: string, own: string, text: string): QuoteSample {
  return { name, text: `${own}\n\n${text}`, visible: own }
}

/** Nothing of it is folded. */
export function whole(name: string, text: string, subject?: string): QuoteSample {
  const visible = text.replace(/^ {0,3}(?:> ?)+/gm, "")
  return { name, text, visible, ...(subject !== undefined && { subject }) }
}

export function page(name: string, html: string, visible: string, subject?: string): QuoteSample {
  return { name, html, visible, ...(subject !== undefined && { subject }) }
}
