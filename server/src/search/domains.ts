/** The domain whose addresses a text asks for: `acme.example`, `@acme.example` or `*@acme.example`. Undefined for one address. */
export function domainIn(text: string): string | undefined {
  return /^(?:\*?@)?([^@\s]+)$/.exec(text.trim().toLowerCase())?.[1]
}
