import { Link } from "@tanstack/react-router"
import { Circle, CircleCheck, ListTodo, X } from "lucide-react"
import { useId } from "react"
import { type Step, useOpenSteps } from "../../data/first-steps.ts"
import { useChangePreferences } from "../../data/preferences.ts"
import { tell, tellFailure } from "../../data/toasts.ts"
import { text } from "../../messages/text.ts"
import { IconButton } from "../../ui/parts/Button.tsx"
import { Tip } from "../../ui/parts/Tip.tsx"
import styles from "./FirstSteps.module.css"
import { StepLink } from "./StepLink.tsx"

/** What a new desk still needs, in the navigation. It ticks itself and goes when all is done. */
export function FirstStepsCard({ icons }: { icons: boolean }) {
  const steps = useOpenSteps()
  if (!steps) return null
  return icons ? <StepsIcon steps={steps} /> : <StepsCard steps={steps} />
}

function progressText(steps: readonly Step[]): string {
  return text("firstSteps.progress", { done: steps.filter(({ isDone }) => isDone).length, all: steps.length })
}

function StepsCard({ steps }: { steps: readonly Step[] }) {
  const id = useId()
  const change = useChangePreferences()
  const hide = () =>
    void change({ firstSteps: false }).then(
      () => tell(text("firstSteps.hidden")),
      (error: unknown) => tellFailure(error),
    )
  return (
    <section className={styles["card"]} aria-labelledby={id}>
      <header>
        <h2 id={id}>
          <Link to="/settings/first-steps">{text("firstSteps.title")}</Link>
        </h2>
        <span>{progressText(steps)}</span>
        <IconButton label={text("firstSteps.hide")} icon={<X size={14} />} onClick={hide} />
      </header>
      <progress aria-hidden value={steps.filter(({ isDone }) => isDone).length} max={steps.length} />
      <ul>
        {steps.map(({ name, isDone }) => (
          <li key={name} data-done={isDone}>
            {isDone ? (
              <p>
                <CircleCheck size={15} aria-hidden />
                <span>
                  {text(`firstSteps.${name}`)}
                  <span className="visually-hidden"> ({text("firstSteps.done")})</span>
                </span>
              </p>
            ) : (
              <StepLink step={name}>
                <Circle size={15} aria-hidden />
                <span>{text(`firstSteps.${name}`)}</span>
              </StepLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Where the navigation shows icons alone. */
function StepsIcon({ steps }: { steps: readonly Step[] }) {
  const label = `${text("firstSteps.title")}: ${progressText(steps)}`
  return (
    <Tip label={label} side="right">
      <Link to="/settings/first-steps" className={styles["icon"] ?? ""} aria-label={label}>
        <ListTodo size={16} aria-hidden />
      </Link>
    </Tip>
  )
}
