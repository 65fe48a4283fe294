import type { AuditEntry } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { useNow } from "../../../data/clock.ts"
import { inboxesQuery } from "../../../data/inboxes.ts"
import { nameOf } from "../../../data/people.ts"
import { whenText, wholeMomentText } from "../../../messages/moments.ts"
import { text } from "../../../messages/settings.ts"
import styles from "./Audit.module.css"

/** One change, with what was before and what is since, side by side. */
export function Entry({ entry }: { entry: AuditEntry }) {
  const { data: inboxes = [] } = useQuery(inboxesQuery)
  const now = useNow()
  const { at, by, noun, act, subjectName, mailboxId } = entry
  const changes = entry.changes
    // Of a secret the log says on both sides that there is one.
    .map(({ field, before, after }) => ({
      field,
      before: act === "created" ? null : before,
      after: act === "deleted" && noun !== "retention" ? null : after,
    }))
    .filter(({ before, after }) => !isNothing(before) || !isNothing(after))
  const inbox = inboxes.find(({ id }) => id === mailboxId)?.name
  const told = text(`audit.done.${act}`, { noun: text(`audit.noun.${noun}`), name: subjectName ?? "" })
  return (
    <li>
      <p className={styles["told"]}>{told.replace(/\s+/g, " ")}</p>
      <p className={styles["by"]}>
        {by ? nameOf(by) : text("audit.itself")} ·{" "}
        <time dateTime={at} title={wholeMomentText(at)}>
          {whenText(at, now)}
        </time>
        {inbox && ` · ${inbox}`}
      </p>
      {changes.length > 0 && (
        <table className={styles["changes"]} aria-label={text("audit.changes")}>
          <thead>
            <tr>
              <th scope="col">{text("audit.field")}</th>
              <th scope="col">{text("audit.before")}</th>
              <th scope="col">{text("audit.after")}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{fieldText(field)}</th>
                <td>{isNothing(before) ? <Nothing /> : <del>{shown(before)}</del>}</td>
                <td>{isNothing(after) ? <Nothing /> : <ins>{shown(after)}</ins>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </li>
  )
}

function Nothing() {
  return <span className={styles["nothing"]}>{text("audit.nothing")}</span>
}

/** As the desk calls it, without the marks between the words. */
function fieldText(field: string): string {
  const words = field
    .replace(/_hash$/, "")
    .replaceAll("_", " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)
}

function shown(value: unknown): string {
  if (value === "(secret)") return text("audit.secret")
  if (typeof value === "boolean") return text(value ? "audit.yes" : "audit.no")
  if (Array.isArray(value)) return value.map(shown).join(", ")
  if (typeof value === "object" && value !== null)
    return Object.entries(value)
      .map(([name, part]) => `${name} ${shown(part)}`)
      .join(" ")
  return String(value)
}
