import { en } from "./en.ts"
import { numberText } from "./numbers.ts"
import { language } from "./region.ts"

export type MessageKey = keyof typeof en

type Catalogue = Record<string, string | { one: string; other: string }>

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never

type Forms<Message> = Message extends string ? Message : Message[keyof Message]

/** What a message has places for; one with several forms is chosen by `count`. */
type Values<Message> = {
  [Name in Names<Forms<Message>>]: string | number
} & (Message extends string ? unknown : { count: number })

type Arguments<Message> = keyof Values<Message> extends never ? [] : [values: Values<Message>]

const plural = new Intl.PluralRules(language)

/** What gives the texts of a catalogue: pages that come later bring theirs along. */
export function textsOf<const Texts extends Catalogue>(catalogue: Texts) {
  return <Key extends keyof Texts & string>(key: Key, ...[values]: Arguments<Texts[Key]>): string => {
    const message = catalogue[key] as Catalogue[string]
    const given = (values ?? {}) as Record<string, string | number>
    const form =
      typeof message === "string" ? message : message[plural.select(Number(given["count"])) === "one" ? "one" : "other"]
    return form.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = given[name] ?? ""
      return typeof value === "number" ? numberText(value) : value
    })
  }
}

/** A text of the catalogue. Every word that people read on our pages comes from here. */
export const text = textsOf(en)
