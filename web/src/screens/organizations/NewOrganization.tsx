import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { desk } from "../../data/client.ts"
import { tell } from "../../data/toasts.ts"
import { text } from "../../messages/people.ts"
import { filled, NewDialog } from "../directory/NewDialog.tsx"
import { listed } from "./change.ts"

/** Begins with what was looked for in vain. */
export function NewOrganization({ wanted, onClose }: { wanted: string; onClose: () => void }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const fields = [
    { label: text("details.name"), value: wanted, path: "name" },
    { label: text("details.website"), value: "", kind: "url" as const, path: "website" },
    { label: text("organizations.domains.label"), value: "", path: "domains" },
  ]
  async function create([name = "", website, domains = ""]: string[]) {
    const { id } = await desk.organizations.create({ name, ...filled({ website }), domains: listed(domains) })
    void queryClient.invalidateQueries({ queryKey: ["organizations"] })
    tell(text("organizations.created", { name }))
    await navigate({ to: "/organizations/$organizationId", params: { organizationId: String(id) } })
  }
  return <NewDialog title={text("organizations.new")} fields={fields} onCreate={create} onClose={onClose} />
}
