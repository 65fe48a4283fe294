import type { SizedResult } from "../load/rounds.ts"

const sections = ["Cold", "Hot", "Writes", "The floor"] as const

export type Section = (typeof sections)[number]

/** Cold figures come first, because users wait for requests that no cache answers. Sections without results are omitted. */
export function inSections(results: SizedResult[]): [Section, SizedResult[]][] {
  const found = Map.groupBy(results, sectionOf)
  return sections.flatMap((section): [Section, SizedResult[]][] => {
    const those = found.get(section)
    return those ? [[section, those]] : []
  })
}

export function inOrder(results: SizedResult[]): SizedResult[] {
  return inSections(results).flatMap(([, those]) => those)
}

function sectionOf({ kind, by }: SizedResult): Section {
  if (by === "floor") return "The floor"
  if (kind === "cold") return "Cold"
  return kind === "write" || kind === "change" ? "Writes" : "Hot"
}
