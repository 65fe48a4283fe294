import { type Customer, DeskhandError } from "@deskhand/sdk/client"
import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { desk } from "../../data/client.ts"
import { customerName } from "../../data/customer-names.ts"
import { tell } from "../../data/toasts.ts"
import { text } from "../../messages/people.ts"
import { AskDialog } from "../../ui/parts/AskDialog.tsx"

/** More are deleted after the answer, as the desk asks for. */
const mostAtOnce = 100

export function DeleteCustomer({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { id, conversationCount: count } = customer
  const name = customerName(customer)
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const isMany = count > mostAtOnce
  async function remove() {
    const isDone = !isMany && (await removeNow(id))
    if (!isDone) await desk.customers.delete(id, { async: true })
    tell(text(isDone ? "people.deleted" : "people.deleting", { name }))
    await navigate({ to: "/customers" })
    void queryClient.invalidateQueries({ queryKey: ["customers"] })
    queryClient.removeQueries({ queryKey: ["customer", id] })
  }
  return (
    <AskDialog
      title={text("people.delete.title", { name })}
      confirm={text("people.delete")}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{count === 0 ? text("people.delete.alone") : text("people.delete.warning", { count })}</p>
      <p>{text("people.delete.others")}</p>
      {isMany && <p>{text("people.delete.many")}</p>}
    </AskDialog>
  )
}

/** Not done where there are more of them than are counted, such as those in the Deleted folder. */
async function removeNow(id: number): Promise<boolean> {
  try {
    await desk.customers.delete(id)
    return true
  } catch (error) {
    if (error instanceof DeskhandError && error.code === "too_many_conversations") return false
    throw error
  }
}
