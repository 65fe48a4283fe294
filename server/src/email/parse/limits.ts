/** What a message may cost. Beyond it, it is kept and shown as far as it was read, and says so. */
export const limits = {
  readMs: 5_000,
  depth: 256,
  parts: 1_000,
  /** Of all parts together. */
  headerBytes: 2 * 1024 * 1024,
  headerFields: 10_000,
  /** What is kept of the fields of the message itself. */
  keptFields: 500,
  keptFieldCharacters: 100_000,
  /** Of one field that is read as words or addresses. */
  fieldCharacters: 65_536,
  addresses: 500,
  references: 50,
  /** The longest line of RFC 5322, in which an id must fit. */
  idCharacters: 998,
  subjectCharacters: 1_000,
  nameCharacters: 200,
  textCharacters: 1_000_000,
  htmlCharacters: 1_000_000,
  /** Of what is shown: escaping and quotations make markup longer than the text that it is made of. */
  bodyCharacters: 1_000_000,
  htmlNodes: 50_000,
  htmlDepth: 256,
  quoteDepth: 20,
  /** What is shown of a message that could not be read. */
  glimpseCharacters: 20_000,
  reportRecipients: 100,
}
