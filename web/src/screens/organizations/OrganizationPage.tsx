import type { Organization } from "@deskhand/sdk/client"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate, useParams } from "@tanstack/react-router"
import { EllipsisVertical, Trash2 } from "lucide-react"
import { useState } from "react"
import { desk } from "../../data/client.ts"
import { organizationQuery } from "../../data/customers.ts"
import { mayAnswer, useMe } from "../../data/session.ts"
import { useStore } from "../../data/store.ts"
import { tell } from "../../data/toasts.ts"
import { text } from "../../messages/people.ts"
import { useShortcut } from "../../ui/keyboard/shortcuts.ts"
import { AskDialog } from "../../ui/parts/AskDialog.tsx"
import { IconButton } from "../../ui/parts/Button.tsx"
import { Menu, MenuItem } from "../../ui/parts/Menu.tsx"
import { lastLooked } from "../directory/directory.ts"
import { NoProfile } from "../directory/NoProfile.tsx"
import { Profile } from "../directory/Profile.tsx"
import { Timeline } from "../directory/Timeline.tsx"
import { OrganizationFacts } from "./OrganizationFacts.tsx"

export function OrganizationPage() {
  const { organizationId = "" } = useParams({ strict: false })
  return <OrganizationProfile key={organizationId} id={Number(organizationId)} />
}

function OrganizationProfile({ id }: { id: number }) {
  const { data: organization, error, refetch } = useQuery(organizationQuery(id))
  const search = useStore(lastLooked).organizations
  const [asking, setAsking] = useState(false)
  const disabled = !mayAnswer(useMe())
  const navigate = useNavigate()
  useShortcut("back", () => void navigate({ to: "/organizations", search }))
  if (!organization || error)
    return (
      <NoProfile
        error={error}
        retry={() => void refetch()}
        to="/organizations"
        title={text("organizations.gone.title")}
        back={text("organizations.all")}
      />
    )
  return (
    <>
      <Profile
        list={{ to: "/organizations", label: text("nav.organizations"), search }}
        name={organization.name}
        actions={
          !disabled && (
            <Menu
              align="end"
              trigger={<IconButton label={text("conversation.more")} icon={<EllipsisVertical size={16} />} />}
            >
              <MenuItem icon={<Trash2 size={15} />} onSelect={() => setAsking(true)}>
                {text("organizations.delete")}
              </MenuItem>
            </Menu>
          )
        }
        facts={<OrganizationFacts organization={organization} disabled={disabled} />}
        timeline={
          <Timeline
            of={["organization", id]}
            read={(page) => desk.organizations.conversations(id).list(page)}
            withCustomers
            empty={text("organizations.timeline.none")}
          />
        }
      />
      {asking && <DeleteOrganization organization={organization} onClose={() => setAsking(false)} />}
    </>
  )
}

function DeleteOrganization({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const { id, name, customerCount: count = 0 } = organization
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  async function remove() {
    await desk.organizations.delete(id)
    tell(text("organizations.deleted", { name }))
    await navigate({ to: "/organizations" })
    for (const queryKey of [["organizations"], ["customers"], ["customer"]])
      void queryClient.invalidateQueries({ queryKey })
    queryClient.removeQueries({ queryKey: ["organization", id] })
  }
  return (
    <AskDialog
      title={text("people.delete.title", { name })}
      confirm={text("organizations.delete")}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{count === 0 ? text("organizations.delete.alone") : text("organizations.delete.warning", { count })}</p>
    </AskDialog>
  )
}
