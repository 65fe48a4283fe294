/** Every zone that the browser knows by a name. */
export const timeZones: readonly string[] = Intl.supportedValuesOf("timeZone")

export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
