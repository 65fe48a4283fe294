import { useState } from "react"
import { text } from "../../../messages/settings.ts"
import { Pair, SelectField, TextField } from "../../../ui/form/fields.tsx"
import { minutesIn, readDuration, type Unit, units } from "./duration.ts"

interface DurationFieldProps {
  label: string
  failure?: string | undefined
  /** Undefined while nothing is written. */
  /** In minutes. */
  value: number | undefined
  onChange: (minutes: number | undefined) => void
}

/** So many minutes, hours or days. */
export function DurationField({ label, failure, value: minutes, onChange }: DurationFieldProps) {
  const [written, setWritten] = useState(() => writtenAs(minutes))
  // It was changed elsewhere, such as by who discards all changes.
  if (minutesOf(written) !== minutes) setWritten(writtenAs(minutes))
  const change = (next: TypedDuration) => {
    setWritten(next)
    onChange(minutesOf(next))
  }
  return (
    <Pair>
      <TextField
        label={label}
        value={written.amount}
        failure={failure}
        required
        type="number"
        min={1}
        max={Math.floor(mostMinutes / minutesIn[written.unit])}
        step={1}
        onChange={(amount) => change({ ...written, amount })}
      />
      <SelectField
        label={text("workflow.unit")}
        value={written.unit}
        options={units.map((unit) => ({ value: unit, label: text(`workflow.unit.${unit}`) }))}
        onChange={(unit) => change({ ...written, unit })}
      />
    </Pair>
  )
}

/** The desk takes no more: 366 days. */
const mostMinutes = 527_040

interface TypedDuration {
  amount: string
  unit: Unit
}

function writtenAs(minutes: number | undefined): TypedDuration {
  if (minutes === undefined) return { amount: "", unit: "hours" }
  const { amount, unit } = readDuration(minutes)
  return { amount: String(amount), unit }
}

function minutesOf({ amount, unit }: TypedDuration): number | undefined {
  return amount.trim() === "" ? undefined : Math.round(Number(amount) * minutesIn[unit])
}
