import type { FirstSteps } from "@deskhand/sdk/client"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Circle, CircleCheck } from "lucide-react"
import { useState } from "react"
import { desk } from "../../../data/client.ts"
import { firstStepsQuery, type Step, stepsOf } from "../../../data/first-steps.ts"
import { useChangePreferences, usePreferences } from "../../../data/preferences.ts"
import { tell, tellFailure } from "../../../data/toasts.ts"
import { text } from "../../../messages/settings.ts"
import { ConfirmDialog } from "../../../ui/form/DialogForm.tsx"
import { CheckField } from "../../../ui/form/fields.tsx"
import { Button } from "../../../ui/parts/Button.tsx"
import { StepLink } from "../../first-steps/StepLink.tsx"
import { Allowed } from "../page/Allowed.tsx"
import pageStyles from "../page/Page.module.css"
import { Badge, Loaded, Page } from "../page/Page.tsx"
import { RowActions, RowText } from "../page/Rows.tsx"
import styles from "./FirstStepsPage.module.css"

export function FirstStepsPage() {
  return (
    <Allowed>
      <AllSteps />
    </Allowed>
  )
}

function AllSteps() {
  const query = useQuery(firstStepsQuery)
  return (
    <Page title={text("firstSteps.title")} lead={text("firstSteps.lead")}>
      <Loaded query={query}>{(state) => <StepList state={state} />}</Loaded>
      <ShowInNavigation />
    </Page>
  )
}

function StepList({ state }: { state: FirstSteps }) {
  const [asked, setAsked] = useState(false)
  const queryClient = useQueryClient()
  const removeSamples = async () => {
    await desk.account.deleteSamples()
    // Nearly everything on screen may have been a sample.
    await queryClient.invalidateQueries()
  }
  return (
    <>
      <ul className={pageStyles["rows"]} aria-label={text("firstSteps.list")}>
        {stepsOf(state).map((step) => (
          <li key={step.name} className={pageStyles["row"]}>
            <RowText
              icon={step.isDone ? <CircleCheck size={18} aria-hidden /> : <Circle size={18} aria-hidden />}
              title={text(`firstSteps.${step.name}`)}
              more={text(`firstSteps.${step.name}.more`)}
              badges={
                <Badge tone={step.isDone ? "good" : "calm"}>
                  {text(step.isDone ? "firstSteps.state.done" : "firstSteps.state.open")}
                </Badge>
              }
            />
            {!step.isDone && <StepAction step={step} onRemove={() => setAsked(true)} />}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        title={text("firstSteps.remove.ask")}
        open={asked}
        onClose={() => setAsked(false)}
        confirm={text("firstSteps.remove.confirm")}
        onConfirm={removeSamples}
        done={text("firstSteps.removed")}
      >
        {text("firstSteps.samples.count", { count: state.sampleConversations })}. {text("firstSteps.remove")}
      </ConfirmDialog>
    </>
  )
}

function StepAction({ step: { name }, onRemove }: { step: Step; onRemove: () => void }) {
  return (
    <RowActions>
      {name === "samples" ? (
        <Button onClick={onRemove}>{text("firstSteps.samples.go")}</Button>
      ) : (
        <StepLink step={name} className={styles["go"] ?? ""}>
          {text(`firstSteps.${name}.go`)}
        </StepLink>
      )}
    </RowActions>
  )
}

function ShowInNavigation() {
  const { firstSteps } = usePreferences()
  const change = useChangePreferences()
  const set = (shown: boolean) =>
    void change({ firstSteps: shown }).then(
      () => tell(text("settings.saved")),
      (error: unknown) => tellFailure(error),
    )
  return (
    <CheckField label={text("firstSteps.show")} hint={text("firstSteps.show.hint")} value={firstSteps} onChange={set} />
  )
}
