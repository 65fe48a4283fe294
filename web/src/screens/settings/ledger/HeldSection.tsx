import type { MailDecision, MailMessageDetails } from "@deskhand/sdk/client"
import { useState } from "react"
import { desk } from "../../../data/client.ts"
import { tell, tellFailure } from "../../../data/toasts.ts"
import { text } from "../../../messages/settings.ts"
import { ConfirmDialog } from "../../../ui/form/DialogForm.tsx"
import { Button } from "../../../ui/parts/Button.tsx"
import { Section } from "../../../ui/parts/Section.tsx"
import { useRefresh } from "../page/refresh.ts"
import { BlockDialog } from "./BlockDialog.tsx"
import styles from "./Ledger.module.css"
import { nameOf } from "./people.ts"

type HeldMail = NonNullable<MailMessageDetails["held"]>

/** What a held message says, and what can be decided about it. */
export function HeldSection({ details, held }: { details: MailMessageDetails; held: HeldMail }) {
  const { outcome, reasonText = "" } = details.message
  const name = nameOf(held.agent)
  const lead = name ? text("held.lead", { name, reason: reasonText }) : text("held.lead.nobody", { reason: reasonText })
  const isOpen = outcome === "held"
  return (
    <Section title={text(isOpen ? "held.title" : "held.rejected")} lead={isOpen ? lead : text("held.rejected.lead")}>
      <h3 className={styles["label"]}>{text("held.text")}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys */}
      <section className={styles["held"]} aria-label={text("held.text")} tabIndex={0}>
        {held.text.trim() || text(details.rawKept ? "held.text.none" : "held.text.gone")}
      </section>
      {held.files.length > 0 && (
        <>
          <h3 className={styles["label"]}>{text("held.files")}</h3>
          <p className={styles["files"]}>{held.files.join(", ")}</p>
        </>
      )}
      {isOpen && <Choices details={details} held={held} />}
    </Section>
  )
}

function Choices({ details: { message }, held }: { details: MailMessageDetails; held: HeldMail }) {
  const [asking, setAsking] = useState<"trust" | "block">()
  const [busy, setBusy] = useState(false)
  const refresh = useRefresh()
  const { id, from: sender, conversationId, reason } = message
  const name = nameOf(held.agent) ?? sender

  async function decide(decision: MailDecision) {
    try {
      await desk.messages.decide(id, decision)
    } finally {
      // Also after a refusal: somebody else may have decided.
      await refresh(["ledger"], ["senders"], ["mail", conversationId])
    }
  }
  async function decideAtOnce(decision: MailDecision["decision"]) {
    setBusy(true)
    try {
      await decide({ decision })
      tell(text(`held.${decision}.done`))
    } catch (error) {
      tellFailure(error)
    }
    setBusy(false)
  }
  const close = () => setAsking(undefined)
  return (
    <>
      <p className={styles["consequences"]}>
        {held.acceptedAs === "reply" ? text("held.accept.reply", { name }) : text("held.accept.message", { sender })}{" "}
        {reason === "agent_not_verified" && !held.canTrust && text("held.trust.no", { sender, name })}
      </p>
      <div className={styles["choices"]}>
        <Button look="primary" disabled={busy} onClick={() => void decideAtOnce("accept")}>
          {text("held.accept")}
        </Button>
        {held.canTrust && (
          <Button disabled={busy} onClick={() => setAsking("trust")}>
            {text("held.trust")}
          </Button>
        )}
        <Button disabled={busy} onClick={() => void decideAtOnce("reject")}>
          {text("held.reject")}
        </Button>
        {sender !== "" && (
          <Button look="danger" disabled={busy} onClick={() => setAsking("block")}>
            {text("held.block")}
          </Button>
        )}
      </div>
      <ConfirmDialog
        title={text("held.trust.ask", { sender })}
        open={asking === "trust"}
        onClose={close}
        confirm={text("held.trust")}
        done={text("held.accept.done")}
        onConfirm={() => decide({ decision: "accept", sender: "trust" })}
      >
        {text("held.trust.what", { name, sender })}
      </ConfirmDialog>
      {asking === "block" && (
        <BlockDialog
          sender={sender}
          onClose={close}
          onBlock={(which) => decide({ decision: "reject", sender: which })}
        />
      )}
    </>
  )
}
