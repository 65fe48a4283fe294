import type { OfficeHours } from "@deskhand/sdk/client"
import { Plus, X } from "lucide-react"
import { problemText } from "../../../data/problems/problems.ts"
import { text } from "../../../messages/settings.ts"
import { IconButton } from "../../../ui/parts/Button.tsx"
import styles from "./Hours.module.css"

type Stretch = OfficeHours["hours"][number]

const days = [1, 2, 3, 4, 5, 6, 7] as const

interface WeekFieldsProps {
  value: readonly Stretch[]
  /** What the desk says of one of them, by its place in the list. */
  failureAt: (index: number) => string | undefined
  onChange: (hours: Stretch[]) => void
}

/** Seven days with any number of stretches in each. */
export function WeekFields({ value: hours, failureAt, onChange }: WeekFieldsProps) {
  return (
    <ul className={styles["week"]}>
      {days.map((day) => {
        const name = text(`hours.day.${day}`)
        const places = hours.flatMap((stretch, index) => (stretch.day === day ? [index] : []))
        return (
          <li key={day}>
            <span className={styles["day"]}>{name}</span>
            <div className={styles["stretches"]}>
              {places.length === 0 && <span className={styles["closed"]}>{text("hours.closed")}</span>}
              {places.map((place, number) => (
                <StretchFields
                  key={place}
                  day={name}
                  number={number + 1}
                  stretch={hours[place] as Stretch}
                  failure={failureAt(place)}
                  onChange={(stretch) => onChange(hours.with(place, stretch))}
                  onRemove={() => onChange(hours.toSpliced(place, 1))}
                />
              ))}
            </div>
            <IconButton
              label={text("hours.add", { day: name })}
              icon={<Plus size={15} />}
              onClick={() => onChange([...hours, { day, from: "09:00", to: "17:00" }])}
            />
          </li>
        )
      })}
    </ul>
  )
}

interface StretchFieldsProps {
  day: string
  number: number
  stretch: Stretch
  failure: string | undefined
  onChange: (stretch: Stretch) => void
  onRemove: () => void
}

/** A clock ends the day at 00:00, which the desk calls 24:00. */
function StretchFields({ day, number, stretch, failure, onChange, onRemove }: StretchFieldsProps) {
  const ends = stretch.to === "24:00" ? "00:00" : stretch.to
  return (
    <div>
      <div className={styles["stretch"]}>
        <input
          type="time"
          aria-label={text("hours.from", { day })}
          aria-invalid={failure !== undefined}
          required
          value={stretch.from}
          onChange={({ target }) => onChange({ ...stretch, from: target.value })}
        />
        <span aria-hidden>–</span>
        <input
          type="time"
          aria-label={text("hours.to", { day })}
          aria-invalid={failure !== undefined}
          required
          value={ends}
          onChange={({ target }) => onChange({ ...stretch, to: target.value === "00:00" ? "24:00" : target.value })}
        />
        <IconButton
          label={text("hours.remove", { day, number: String(number) })}
          icon={<X size={14} />}
          onClick={onRemove}
        />
      </div>
      {failure && (
        <p className={styles["wrong"]} role="alert">
          {problemText(day, failure)}
        </p>
      )}
    </div>
  )
}
