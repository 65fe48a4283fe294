import { type Catalogue, en } from "./en.ts"

export type MessageKey = keyof Catalogue

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never

type Forms<Key extends MessageKey> = Catalogue[Key] extends infer Message
  ? Message extends string
    ? Message
    : Message[keyof Message]
  : never

/** What a message has places for; one with several forms is chosen by `count`. */
type Values<Key extends MessageKey> = {
  [Name in Names<Forms<Key>>]: string | number
} & (Catalogue[Key] extends string ? unknown : { count: number })

type Arguments<Key extends MessageKey> = keyof Values<Key> extends never ? [] : [values: Values<Key>]

export const language = "en"

const plural = new Intl.PluralRules(language)
const numbers = new Intl.NumberFormat(language)

type Message = string | { one: string; other: string }

const known: Record<string, Message> = { ...en }

/** Pages that are not in the first load bring their texts along. */
export function addTexts(texts: Partial<Record<MessageKey, Message>>): void {
  Object.assign(known, texts)
}

/** A text of the catalogue. Every word that people read on our pages comes from here. */
export function text<Key extends MessageKey>(key: Key, ...[values]: Arguments<Key>): string {
  const message = known[key] ?? key
  const given = (values ?? {}) as Record<string, string | number>
  const form =
    typeof message === "string" ? message : message[plural.select(Number(given["count"])) === "one" ? "one" : "other"]
  return form.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = given[name] ?? ""
    return typeof value === "number" ? numbers.format(value) : value
  })
}

export function numberText(value: number): string {
  return numbers.format(value)
}
