import { useId } from "react"
import { useChangePreferences, usePreferences } from "../../data/preferences.ts"
import { tell, tellFailure } from "../../data/toasts.ts"
import { text } from "../../messages/text.ts"
import styles from "./Account.module.css"

/** Languages of regions that write dates and numbers in ways of their own. */
const locales = [
  "en-US",
  "en-GB",
  "en-CA",
  "en-AU",
  "en-IN",
  "cs-CZ",
  "da-DK",
  "de-DE",
  "de-AT",
  "de-CH",
  "el-GR",
  "es-ES",
  "es-MX",
  "fi-FI",
  "fr-FR",
  "fr-CA",
  "hi-IN",
  "hu-HU",
  "id-ID",
  "it-IT",
  "ja-JP",
  "ko-KR",
  "nb-NO",
  "nl-NL",
  "pl-PL",
  "pt-BR",
  "pt-PT",
  "ro-RO",
  "sv-SE",
  "tr-TR",
  "uk-UA",
  "vi-VN",
  "zh-CN",
  "zh-TW",
]

const names = new Intl.DisplayNames("en", { type: "language" })
const exampleTime = new Date(2026, 11, 31, 17, 30)

/** Saved as it is chosen, like all preferences. */
export function LocaleChoice() {
  const { locale } = usePreferences()
  const change = useChangePreferences()
  const id = useId()
  const choose = (chosen: string) =>
    void change({ locale: chosen }).then(
      () => tell(text("preferences.saved")),
      (error: unknown) => tellFailure(error),
    )
  // Another one may have been set by the API.
  const known = locale === "auto" || locales.includes(locale) ? locales : [locale, ...locales]
  return (
    <div className={styles["locale"]}>
      <label htmlFor={id}>{text("profile.locale")}</label>
      <select id={id} value={locale} aria-describedby={`${id}-hint`} onChange={({ target }) => choose(target.value)}>
        <option value="auto">{text("profile.locale.auto", { language: nameOf(navigator.language) })}</option>
        {known.map((one) => (
          <option key={one} value={one}>
            {nameOf(one)}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className={styles["hint"]}>
        {text("profile.locale.hint")}{" "}
        {text("profile.locale.example", { example: exampleOf(locale === "auto" ? navigator.language : locale) })}
      </p>
    </div>
  )
}

function nameOf(locale: string): string {
  try {
    return names.of(locale) ?? locale
  } catch {
    return locale
  }
}

function exampleOf(locale: string): string {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(exampleTime)
  return `${date} · ${new Intl.NumberFormat(locale).format(12_345.6)}`
}
