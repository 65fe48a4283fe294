import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { type StepName, useNewestInboxId } from "../../data/first-steps.ts"

/** Leads to where the step is done. */
export function StepLink({ step, className, children }: { step: StepName; className?: string; children: ReactNode }) {
  const inboxId = useNewestInboxId()
  const shared = { ...(className !== undefined && { className }), children }
  switch (step) {
    case "mail":
      return inboxId === undefined ? (
        <Link to="/settings/inboxes" {...shared} />
      ) : (
        <Link to="/settings/inboxes/$inboxId/$tab" params={{ inboxId: String(inboxId), tab: "mail" }} {...shared} />
      )
    case "invite":
      return <Link to="/settings/people" {...shared} />
    case "reply":
      return <Link to="/list/$list" params={{ list: "all" }} activeProps={{}} {...shared} />
    case "samples":
      return <Link to="/settings/first-steps" {...shared} />
  }
}
