import type { Customer } from "@deskhand/sdk/client"
import { numberText } from "../../messages/numbers.ts"
import { text } from "../../messages/people.ts"
import { addressLines } from "./AddressSection.tsx"
import { entryKinds } from "./kinds.ts"
import styles from "./MergeCustomers.module.css"
import { type MergedPart, mergeResult, type PartName } from "./merge-result.ts"

/** What the customer that stays will be: what it keeps, what comes along, and what is lost. */
export function MergePreview({ stays, goes }: { stays: Customer; goes: Customer }) {
  const parts = mergeResult(stays, goes, { addressText })
  return (
    <section className={styles["preview"]} aria-label={text("people.merge.result")}>
      <h3>{text("people.merge.result")}</h3>
      <dl>
        <div>
          <dt>{text("people.timeline")}</dt>
          <dd>
            {stays.conversationCount > 0 && <span>{numberText(stays.conversationCount)}</span>}
            {goes.conversationCount > 0 && <Added>{numberText(goes.conversationCount)}</Added>}
            {stays.conversationCount + goes.conversationCount === 0 && <span>{numberText(0)}</span>}
          </dd>
        </div>
        {parts.map((part) => (
          <Part key={part.part + (part.name ?? "")} part={part} />
        ))}
      </dl>
    </section>
  )
}

function addressText({ _embedded: { address } }: Customer): string {
  return address ? addressLines(address).join(", ") : ""
}

function Part({ part: { part, name, kept, added, lost } }: { part: MergedPart }) {
  const shown = (value: string) => (part === "gender" ? text(`people.gender.${value as "female"}`) : value)
  return (
    <div>
      <dt>{name ?? labelOf(part)}</dt>
      <dd>
        {kept.map((value) => (
          <span key={value}>{shown(value)}</span>
        ))}
        {added.map((value) => (
          <Added key={value}>{shown(value)}</Added>
        ))}
        {lost.map((value) => (
          <del key={value}>
            <span className="visually-hidden">{text("people.merge.lost")} </span>
            {shown(value)}
          </del>
        ))}
      </dd>
    </div>
  )
}

function Added({ children }: { children: string }) {
  return (
    <ins>
      <span aria-hidden>+ </span>
      <span className="visually-hidden">{text("people.merge.added")} </span>
      {children}
    </ins>
  )
}

function labelOf(part: PartName): string {
  switch (part) {
    case "firstName":
    case "lastName":
    case "jobTitle":
    case "organization":
    case "background":
      return text(`details.${part}`)
    case "photoUrl":
      return text("people.photo")
    case "location":
    case "gender":
    case "age":
    case "address":
      return text(`people.${part}`)
    case "property":
      return text("details.properties")
    default:
      return text(entryKinds[part].label)
  }
}
