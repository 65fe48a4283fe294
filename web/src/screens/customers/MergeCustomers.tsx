import type { Customer } from "@deskhand/sdk/client"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { ArrowLeftRight } from "lucide-react"
import { useState } from "react"
import { desk } from "../../data/client.ts"
import { customerName } from "../../data/customer-names.ts"
import { customerQuery } from "../../data/customers.ts"
import { tell, tellFailure } from "../../data/toasts.ts"
import { text } from "../../messages/people.ts"
import { Button, IconButton } from "../../ui/parts/Button.tsx"
import { Choices } from "../../ui/parts/Choices.tsx"
import { Dialog } from "../../ui/parts/Dialog.tsx"
import { Failure } from "../../ui/parts/Notice.tsx"
import { Skeleton } from "../../ui/parts/Skeleton.tsx"
import { customerOption, useFoundCustomers } from "./find.tsx"
import styles from "./MergeCustomers.module.css"
import { MergePreview } from "./MergePreview.tsx"

interface MergeCustomersProps {
  customer: Customer
  onClose: () => void
}

/** First with whom, then plainly what becomes of the two. */
export function MergeCustomers({ customer, onClose }: MergeCustomersProps) {
  const [otherId, setOtherId] = useState<number>()
  return (
    <Dialog title={text("people.merge.title", { name: customerName(customer) })} size="large" open onClose={onClose}>
      <div className={styles["merge"]}>
        {otherId === undefined ? (
          <Finding customer={customer} onFound={setOtherId} />
        ) : (
          <Other customer={customer} otherId={otherId} onAgain={() => setOtherId(undefined)} onClose={onClose} />
        )}
      </div>
    </Dialog>
  )
}

function Finding({ customer, onFound }: { customer: Customer; onFound: (id: number) => void }) {
  const [typed, setTyped] = useState("")
  const { found, isLooking } = useFoundCustomers(typed)
  const none = typed.trim() === "" ? "people.merge.type" : "action.noMatch"
  return (
    <div className={styles["finding"]}>
      <Choices
        label={text("people.merge.find")}
        placeholder={text("people.search")}
        onType={setTyped}
        none={text(isLooking ? "merge.looking" : none)}
        options={() => found.filter(({ id }) => id !== customer.id).map(customerOption)}
        onPick={({ key }) => onFound(Number(key))}
      />
    </div>
  )
}

interface OtherProps extends MergeCustomersProps {
  otherId: number
  onAgain: () => void
}

function Other({ customer, otherId, onAgain, onClose }: OtherProps) {
  // What cannot be undone is decided by what is so now.
  const { data: other, error, refetch, isFetchedAfterMount } = useQuery({ ...customerQuery(otherId), staleTime: 0 })
  if (!other && error) return <Failure error={error} retry={() => void refetch()} />
  if (!other || !isFetchedAfterMount) return <Skeleton lines={["middle", "long", "long", "middle"]} />
  return <Confirmation one={customer} other={other} onAgain={onAgain} onClose={onClose} />
}

interface ConfirmationProps {
  one: Customer
  other: Customer
  onAgain: () => void
  onClose: () => void
}

function Confirmation({ one, other, onAgain, onClose }: ConfirmationProps) {
  const [staysId, setStaysId] = useState(one.id)
  const [stays, goes] = staysId === one.id ? [one, other] : [other, one]
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const names = { stays: customerName(stays), goes: customerName(goes) }

  async function merge() {
    setBusy(true)
    try {
      await desk.customers.merge(stays.id, [goes.id])
    } catch (error) {
      tellFailure(error)
      return setBusy(false)
    }
    tell(text("people.merge.done", names))
    onClose()
    await navigate({ to: "/customers/$customerId", params: { customerId: String(stays.id) }, replace: true })
    for (const queryKey of [["customer", stays.id], ["customers"], ["others"], ["list"]])
      void queryClient.invalidateQueries({ queryKey })
    queryClient.removeQueries({ queryKey: ["customer", goes.id] })
  }

  return (
    <>
      <div className={styles["sides"]}>
        <Side label={text("people.merge.stays")} customer={stays} tone="stays" />
        <IconButton
          label={text("people.merge.swap")}
          icon={<ArrowLeftRight size={16} />}
          onClick={() => setStaysId(goes.id)}
        />
        <Side label={text("people.merge.goes")} customer={goes} tone="goes" />
      </div>
      <p className={styles["warning"]}>{text("people.merge.warning", names)}</p>
      <MergePreview stays={stays} goes={goes} />
      <div className={styles["foot"]}>
        <Button onClick={onAgain}>{text("merge.again")}</Button>
        <Button look="primary" autoFocus disabled={busy} onClick={() => void merge()}>
          {text("people.merge.do", { name: names.stays })}
        </Button>
      </div>
    </>
  )
}

function Side({ label, customer, tone }: { label: string; customer: Customer; tone: "stays" | "goes" }) {
  const name = customerName(customer)
  const known = [customer._embedded.emails[0]?.value, customer.jobTitle, customer.organization]
  const count = text("details.conversations", { count: customer.conversationCount })
  return (
    <section className={styles["side"]} data-tone={tone}>
      <h3>{label}</h3>
      <p className={styles["name"]}>{name}</p>
      <p className={styles["known"]}>{[...known.filter((one) => one && one !== name), count].join(" · ")}</p>
    </section>
  )
}
