/** Sections of the specification in its order, each with its table rows and bullets. */
export type Sections = Record<string, Section>

export interface Section {
  /** As in the specification. */
  heading: string
  /** What each item says, in short. The test of one is named `<section>.<item>`. */
  items: Record<string, string>
}
