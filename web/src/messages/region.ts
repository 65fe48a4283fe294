/** Of our texts, whatever the region of the reader is. */
export const language = "en"

/** How the reader writes dates and numbers, and which clock is theirs. Every format takes both from here. */
export interface Region {
  /** A language tag such as `de-AT`. */
  locale: string
  /** Such as `Europe/Berlin`. */
  timeZone: string
}

export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone

const browserRegion: Region = { locale: supported(navigator.language) ?? "en-US", timeZone: browserZone }

let region = browserRegion

/**
 * What the reader has chosen: `auto` means the language of the browser. `UTC` is the zone of everyone who never chose
 * one, so it means the zone of the browser. Pages that are drawn afterwards follow.
 */
export function setRegion({ locale = "auto", timeZone = "UTC" }: Partial<Region>): void {
  const next = {
    locale: (locale === "auto" ? undefined : supported(locale)) ?? browserRegion.locale,
    timeZone: timeZone !== "UTC" && isZone(timeZone) ? timeZone : browserRegion.timeZone,
  }
  if (next.locale !== region.locale || next.timeZone !== region.timeZone) region = next
}

export function readerZone(): string {
  return region.timeZone
}

/** A format that is built once for each region: building one takes longer than using it. */
export function perRegion<Format>(build: (region: Region) => Format): () => Format {
  let built: { region: Region; format: Format } | undefined
  return () => {
    if (built?.region !== region) built = { region, format: build(region) }
    return built.format
  }
}

function supported(locale: string): string | undefined {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale)[0]
  } catch {
    return undefined
  }
}

function isZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone !== ""
  } catch {
    return false
  }
}
