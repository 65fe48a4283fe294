import { CalendarClock, Clock } from "lucide-react"
import { useEffect, useState } from "react"
import { dueText, wholeMomentText } from "../../messages/moments.ts"
import { text } from "../../messages/text.ts"
import { Choices, type Option } from "../parts/Choices.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { presetsAt } from "./presets.ts"
import styles from "./WhenDialog.module.css"

interface WhenDialogProps {
  title: string
  open: boolean
  onClose: () => void
  /** Something that goes with the moment, such as to wake on a reply; ticked at first where `first` says so. */
  tick?: { label: string; first: boolean }
  onChoose: (at: Date, ticked: boolean) => void
}

/** A moment to come: in words, or one that people choose often. */
export function WhenDialog({ title, open, onClose, tick, onChoose }: WhenDialogProps) {
  return (
    <Dialog title={title} open={open} onClose={onClose}>
      <Moments
        tick={tick}
        onChoose={(at, ticked) => {
          onClose()
          onChoose(at, ticked)
        }}
      />
    </Dialog>
  )
}

function Moments({ tick, onChoose }: { tick: WhenDialogProps["tick"]; onChoose: WhenDialogProps["onChoose"] }) {
  const understand = useUnderstanding()
  const [typed, setTyped] = useState("")
  const [ticked, setTicked] = useState(tick?.first ?? false)
  const now = new Date()
  const moments = momentsFor(typed, now, understand)
  const options = moments.map(
    ({ key, label, at }): Option => ({
      key,
      label,
      icon: key === "typed" ? <CalendarClock size={15} /> : <Clock size={15} />,
      ...(key !== "typed" && { hint: dueText(at, now) }),
    }),
  )
  return (
    <div className={styles["when"]}>
      <Choices
        label={text("when.box")}
        placeholder={text("when.placeholder")}
        options={() => options}
        none={understand ? text("when.none") : " "}
        onType={setTyped}
        onPick={({ key }) => {
          const chosen = moments.find((moment) => moment.key === key)
          if (chosen) onChoose(chosen.at, ticked)
        }}
      />
      <p role="status" className="visually-hidden">
        {moments[0]?.key === "typed" && text("when.understood", { time: moments[0].label })}
      </p>
      {tick && (
        <label className={styles["tick"]}>
          <input type="checkbox" checked={ticked} onChange={(event) => setTicked(event.target.checked)} />
          {tick.label}
        </label>
      )}
    </div>
  )
}

interface Moment {
  key: string
  label: string
  at: Date
}

type Understand = (typed: string, now: Date) => Date | undefined

/** What was typed, as it is understood, before the presets whose names it may begin. */
function momentsFor(typed: string, now: Date, understand: Understand | undefined): Moment[] {
  const wanted = typed.trim().toLowerCase()
  const presets = presetsAt(now)
    .map(({ name, at }) => ({ key: name as string, label: text(`when.${name}`), at }))
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .filter(({ at }, index, all) => all.findIndex((one) => one.at.getTime() === at.getTime()) === index)
  const at = understand?.(typed, now)
  // The name of a preset means what the preset says.
  if (!at || presets.some(({ label }) => label.toLowerCase() === wanted)) return presets
  return [{ key: "typed", label: wholeMomentText(at.toISOString()), at }, ...presets]
}

/** Loaded when somebody opens the dialog; what was typed before that is understood when it has come. */
function useUnderstanding(): Understand | undefined {
  const [understand, setUnderstand] = useState<Understand>()
  useEffect(() => {
    let isThere = true
    void import("./understand.ts").then((loaded) => {
      if (isThere) setUnderstand(() => loaded.understand)
    })
    return () => {
      isThere = false
    }
  }, [])
  return understand
}
