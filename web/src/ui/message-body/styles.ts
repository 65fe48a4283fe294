/** How letters, boxes and tables look; nothing that fetches, moves, covers or hides behind a trick. */
const allowed =
  /^(color|background-color|direction|display|float|clear|opacity|white-space|vertical-align|(min-|max-)?(width|height)|line-height|letter-spacing|word-(spacing|break)|table-layout|caption-side|empty-cells|list-style-type|overflow-wrap|(font|text|margin|padding|border)(-[a-z-]+)?)$/

/** Browsers look up each property among all of an element, so a style of thousands would take very long. */
const longestStyle = 10_000

/** Lets an element keep of its style what a message may have. */
export function reduceStyle(element: HTMLElement): void {
  const { style } = document.createElement("span")
  const given = element.getAttribute("style") ?? ""
  style.cssText = given.length > longestStyle ? "" : given
  const kept = [...style]
    .map((property) => [property, style.getPropertyValue(property)] as const)
    .filter(([property, value]) => allowed.test(property) && !/url\(|image-set\(|element\(|fixed|sticky/i.test(value))
    .map(([property, value]) => `${property}: ${value}`)
  if (kept.length === 0) element.removeAttribute("style")
  else element.style.cssText = kept.join("; ")
}
