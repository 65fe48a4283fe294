/** An array as PostgreSQL reads it, of numbers and words that need no quotes: made much sooner than one that looks for them. */
export function arrayLiteral(values: (string | number | boolean | null)[]): string {
  return `{${values.map((value) => value ?? "null").join(",")}}`
}
