import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { desk } from "../../data/client.ts"
import { tell } from "../../data/toasts.ts"
import { text } from "../../messages/people.ts"
import { filled, NewDialog } from "../directory/NewDialog.tsx"

/** Begins with what was looked for in vain. */
export function NewCustomer({ wanted, onClose }: { wanted: string; onClose: () => void }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [first = "", ...rest] = wanted.includes("@") ? [] : wanted.split(/\s+/)
  const fields = [
    { label: text("details.firstName"), value: first, path: "firstName" },
    { label: text("details.lastName"), value: rest.join(" "), path: "lastName" },
    {
      label: text("details.email"),
      value: wanted.includes("@") ? wanted : "",
      kind: "email" as const,
      path: "email",
    },
    { label: text("details.phone"), value: "", kind: "tel" as const, path: "phone" },
    { label: text("details.jobTitle"), value: "", path: "jobTitle" },
  ]
  async function create([firstName, lastName, email, phone, jobTitle]: string[]) {
    const { id } = await desk.customers.create(filled({ firstName, lastName, email, phone, jobTitle }))
    void queryClient.invalidateQueries({ queryKey: ["customers"] })
    tell(text("people.created"))
    await navigate({ to: "/customers/$customerId", params: { customerId: String(id) } })
  }
  return <NewDialog title={text("people.new")} fields={fields} onCreate={create} onClose={onClose} />
}
