import { language, perRegion } from "./region.ts"

const whole = perRegion(({ locale }) => new Intl.NumberFormat(locale))
const precise = perRegion(({ locale }) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }))
const percent = perRegion(({ locale }) => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 }))
const list = perRegion(() => new Intl.ListFormat(language, { type: "conjunction" }))

export function numberText(value: number): string {
  return whole().format(value)
}

/** With one decimal where there is one. */
export function preciseText(value: number): string {
  return precise().format(value)
}

/** Of a percentage: 46.3 is `46.3%`. */
export function percentText(value: number): string {
  return percent().format(value / 100)
}

/** `A, B, and C`: its words belong to the language of our texts. */
export function listText(names: readonly string[]): string {
  return list().format(names)
}

/** Two digits of an estimate: more would promise what it cannot keep. */
export function roundedEstimate(value: number): number {
  return Number(value.toPrecision(2))
}

export function sizeText(bytes: number): string {
  const units = ["B", "kB", "MB", "GB"]
  const step = Math.min(units.length - 1, bytes < 1_000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1_000 ** step
  return `${value < 10 && step > 0 ? preciseText(value) : numberText(Math.round(value))} ${units[step]}`
}
