import type { ListedCustomer, Organization, PatchOperation } from "@deskhand/sdk/client"
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { UserRoundMinus } from "lucide-react"
import { useState } from "react"
import { desk } from "../../data/client.ts"
import { customerName } from "../../data/customer-names.ts"
import { tell, tellFailure } from "../../data/toasts.ts"
import { text } from "../../messages/people.ts"
import { Section } from "../../ui/facts/Facts.tsx"
import { Avatar } from "../../ui/parts/Avatar.tsx"
import { Button, IconButton } from "../../ui/parts/Button.tsx"
import { Skeleton } from "../../ui/parts/Skeleton.tsx"
import { customerOption, useFoundCustomers } from "../customers/find.tsx"
import { SearchDialog } from "../customers/SearchDialogs.tsx"
import styles from "../directory/Profile.module.css"

interface MembersProps {
  organization: Organization
  disabled: boolean
}

const pageSize = 10
const path = "/organizationId"

/** Its customers: they come with a domain, or one by one. */
export function Members({ organization, disabled }: MembersProps) {
  const { id } = organization
  const [adding, setAdding] = useState(false)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ["customers", "members", id],
    queryFn: ({ pageParam }) => desk.organizations.customers(id).list({ page: pageParam, size: pageSize }),
    initialPageParam: 1,
    getNextPageParam: ({ page }) => (page.number < page.totalPages ? page.number + 1 : undefined),
  })
  const { join, leave } = useMembership(organization)
  const members = data?.pages.flatMap(({ _embedded }) => _embedded.customers) ?? []
  const total = data?.pages[0]?.page.totalElements ?? 0
  return (
    <Section
      title={total === 0 ? text("nav.customers") : text("details.customers", { count: total })}
      action={
        !disabled && (
          <Button look="quiet" aria-label={text("organizations.member.add")} onClick={() => setAdding(true)}>
            {text("people.add")}
          </Button>
        )
      }
    >
      {!data && <Skeleton lines={["middle", "middle"]} />}
      {data && total === 0 && <p className={styles["faint"]}>{text("organizations.member.none")}</p>}
      <ul className={styles["list"]} aria-label={text("organizations.members")}>
        {members.map((member) => (
          <Member key={member.id} member={member} onLeave={disabled ? undefined : () => void leave(member)} />
        ))}
      </ul>
      {hasNextPage && (
        <Button look="quiet" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {text("organizations.member.more", { count: total - members.length })}
        </Button>
      )}
      {adding && <AddMember organizationId={id} onJoin={join} onClose={() => setAdding(false)} />}
    </Section>
  )
}

function useMembership({ id, name: organization }: Organization) {
  const queryClient = useQueryClient()
  async function change(customerId: number, operation: PatchOperation) {
    await desk.customers.update(customerId, [operation])
    await Promise.all(
      [["customers"], ["organization", id], ["others"]].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    )
  }
  const join = async (customerId: number) => {
    await change(customerId, { op: "replace", path, value: id })
    tell(text("organizations.member.joined", { organization }))
  }
  const leave = async (member: ListedCustomer) => {
    try {
      await change(member.id, { op: "remove", path })
      const undo = () => void join(member.id).catch((error: unknown) => tellFailure(error))
      tell(text("organizations.member.left", { name: customerName(member), organization }), { undo })
    } catch (error) {
      tellFailure(error)
    }
  }
  return { join, leave }
}

function Member({ member, onLeave }: { member: ListedCustomer; onLeave: (() => void) | undefined }) {
  const name = customerName(member)
  return (
    <li>
      <Link to="/customers/$customerId" params={{ customerId: String(member.id) }}>
        <Avatar name={name} size="small" />
        <span>{name}</span>
      </Link>
      {onLeave && (
        <IconButton
          label={text("organizations.member.remove", { name })}
          icon={<UserRoundMinus size={14} />}
          onClick={onLeave}
        />
      )}
    </li>
  )
}

interface AddMemberProps {
  organizationId: number
  onJoin: (customerId: number) => Promise<void>
  onClose: () => void
}

/** Whoever belongs to another one leaves that. */
function AddMember({ organizationId, onJoin, onClose }: AddMemberProps) {
  const [typed, setTyped] = useState("")
  const { found } = useFoundCustomers(typed)
  const options = found
    .filter((customer) => customer.organizationId !== organizationId)
    .map((customer) => ({ ...customerOption(customer), hint: customer.organization ?? customerOption(customer).hint }))
  return (
    <SearchDialog
      title={text("organizations.member.add")}
      label={text("details.searchCustomers")}
      options={options}
      onType={setTyped}
      onPick={(key) => onJoin(Number(key))}
      onClose={onClose}
    />
  )
}
