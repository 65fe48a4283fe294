/** How letters, boxes and tables look; nothing that fetches, moves, covers or hides behind a trick. As in `web/src/ui/message-body/styles.ts`. */
const allowed =
  /^(color|background-color|direction|display|float|clear|opacity|white-space|vertical-align|(min-|max-)?(width|height)|line-height|letter-spacing|word-(spacing|break)|table-layout|caption-side|empty-cells|list-style-type|overflow-wrap|(font|text|margin|padding|border)(-[a-z-]+)?)$/

/** Without escapes, addresses and functions other than those of colours. */
const value = /^(?:[\w\s#%.,'"!+/-]|\b(?:rgba?|hsla?)\([\d\s.,%/]*\))*$/i

/** What of a style attribute stays; empty where nothing does. */
export function reduceStyle(style: string): string {
  return style
    .slice(0, 5_000)
    .replaceAll("\\", ";\\")
    .split(";")
    .flatMap((declaration) => {
      const colon = declaration.indexOf(":")
      const property = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase()
      const given = declaration.slice(colon + 1).trim()
      const isSafe = value.test(given) && !/fixed|sticky/i.test(given) && given.length <= 300
      return allowed.test(property) && isSafe && given !== "" ? [`${property}: ${given}`] : []
    })
    .join("; ")
}
