import type { Conversation } from "@deskhand/sdk/client"
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query"
import { CircleSlash, Plus } from "lucide-react"
import { useState } from "react"
import { desk } from "../../data/client.ts"
import { tell, tellFailure } from "../../data/toasts.ts"
import { hasWords, usePause } from "../../data/typing.ts"
import { text } from "../../messages/text.ts"
import { Choices, type Option } from "../../ui/parts/Choices.tsx"
import { Dialog } from "../../ui/parts/Dialog.tsx"
import styles from "./Cards.module.css"
import { useCustomerChange } from "./change.ts"
import { customerOption, useFoundCustomers } from "./find.tsx"

interface SearchDialogProps {
  title: string
  label: string
  /** For what was typed, and looked for meanwhile. */
  options: readonly Option[]
  onType: (typed: string) => void
  onPick: (key: string) => Promise<void>
  onClose: () => void
}

export function SearchDialog({ title, label, options, onType, onPick, onClose }: SearchDialogProps) {
  const pick = async ({ key }: Option) => {
    try {
      await onPick(key)
      onClose()
    } catch (error) {
      tellFailure(error)
    }
  }
  return (
    <Dialog title={title} open onClose={onClose}>
      <div className={styles["search"]}>
        <Choices label={label} options={() => options} onType={onType} onPick={(option) => void pick(option)} />
      </div>
    </Dialog>
  )
}

interface OrganizationDialogProps {
  customerId: number
  organizationId: number | undefined
  onClose: () => void
}

/** One that is there, a new one by its name, or none. */
export function OrganizationDialog({ customerId, organizationId, onClose }: OrganizationDialogProps) {
  const [typed, setTyped] = useState("")
  const wanted = usePause(typed.trim())
  const change = useCustomerChange(customerId)
  const { data, isPlaceholderData } = useQuery({
    queryKey: ["organizations", "found", wanted],
    queryFn: () => desk.organizations.list({ ...(wanted !== "" && { query: wanted }), sort: "name,asc", size: 20 }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const isAnswered = wanted === typed.trim() && !isPlaceholderData
  // As with customers: what stands there stays there when the others come.
  const found = (data?._embedded.organizations ?? []).filter(({ name }) => isAnswered || hasWords(name, typed.trim()))
  const isNew = typed.trim() !== "" && found.every(({ name }) => name.toLowerCase() !== typed.trim().toLowerCase())
  const options: Option[] = [
    ...found.map(({ id, name }) => ({ key: String(id), label: name, chosen: id === organizationId })),
    ...(isNew
      ? [{ key: "new", label: text("details.newOrganization", { name: typed.trim() }), icon: <Plus size={15} /> }]
      : []),
    ...(organizationId !== undefined && typed === ""
      ? [{ key: "none", label: text("details.leaveOrganization"), icon: <CircleSlash size={15} /> }]
      : []),
  ]
  const pick = async (key: string) => {
    const id = key === "new" ? (await desk.organizations.create({ name: typed.trim() })).id : Number(key)
    const path = "/organizationId"
    await change([key === "none" ? { op: "remove", path } : { op: "replace", path, value: id }])
  }
  return (
    <SearchDialog
      title={text("details.organization")}
      label={text("details.searchOrganizations")}
      options={options}
      onType={setTyped}
      onPick={pick}
      onClose={onClose}
    />
  )
}

/** Gives a conversation to another customer, whom it was really from. */
export function CustomerDialog({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const { id, primaryCustomer } = conversation
  const [typed, setTyped] = useState("")
  const queryClient = useQueryClient()
  const { found } = useFoundCustomers(typed)
  const options = found.filter((customer) => customer.id !== primaryCustomer.id).map(customerOption)
  const give = async (customerId: number) => {
    await desk.conversations.patch(id, { op: "replace", path: "/primaryCustomer.id", value: customerId })
    await queryClient.invalidateQueries({ queryKey: ["conversation", id] })
  }
  const pick = async (key: string) => {
    await give(Number(key))
    const name = options.find((option) => option.key === key)?.label ?? ""
    tell(text("details.customerChanged", { name }), { undo: () => void give(primaryCustomer.id) })
  }
  return (
    <SearchDialog
      title={text("details.changeCustomer")}
      label={text("details.searchCustomers")}
      options={options}
      onType={setTyped}
      onPick={pick}
      onClose={onClose}
    />
  )
}
