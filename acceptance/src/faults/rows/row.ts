/** A row of the list of faults, and what holds it. */
export interface Row {
  says: string
  /** Each with a part of its name, as it stands in the file. */
  tests: [file: string, name: string][]
}
