import type { Inbox, ListedUser, Routing } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { desk } from "../../../../data/client.ts"
import { text } from "../../../../messages/settings.ts"
import { CheckListField } from "../../../../ui/form/CheckList.tsx"
import { CheckField, RadioField, TextField } from "../../../../ui/form/fields.tsx"
import { SaveForm } from "../../../../ui/form/SaveForm.tsx"
import { useSettingsForm } from "../../../../ui/form/settings-form.ts"
import { Loaded } from "../../page/Page.tsx"
import { useRefresh } from "../../page/refresh.ts"
import { fullName, usersQuery } from "../../people/queries.ts"
import { routingQuery } from "../tab/queries.ts"
import { Rotation } from "./Rotation.tsx"

export function RoutingTab({ inbox }: { inbox: Inbox }) {
  const routing = useQuery(routingQuery(inbox.id))
  const users = useQuery(usersQuery)
  return (
    <Loaded query={routing}>
      {(found) => (
        <Loaded query={users}>
          {(people) => (
            <>
              <RoutingForm inboxId={inbox.id} routing={found} people={people} />
              <Rotation routing={found} people={people} />
            </>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

interface RoutingFormProps {
  inboxId: number
  routing: Routing
  people: readonly ListedUser[]
}

/** What a desk begins with that has never set it. */
const usualLimit = 10

function RoutingForm({ inboxId, routing, people }: RoutingFormProps) {
  const refresh = useRefresh()
  const form = useSettingsForm({
    saved: {
      enabled: routing.state === "enabled",
      assignmentMethod: routing.assignmentMethod ?? ("round_robin" as const),
      assignmentLimit: String(routing.assignmentLimit ?? usualLimit),
      userIds: routing.userIds,
    },
    async save({ enabled, assignmentLimit, ...rest }) {
      const state = enabled ? "enabled" : "disabled"
      await desk.inboxes.setRouting(inboxId, { ...rest, state, assignmentLimit: Number(assignmentLimit) })
      await refresh(["routing", inboxId])
    },
    done: text("settings.saved"),
  })
  return (
    <SaveForm form={form}>
      <CheckField {...form.field("enabled")} label={text("routing.enabled")} hint={text("routing.enabled.hint")} />
      <RadioField
        {...form.field("assignmentMethod")}
        label={text("routing.method")}
        options={(["round_robin", "balanced"] as const).map((value) => ({
          value,
          label: text(`routing.method.${value}`),
          hint: text(`routing.method.${value}.hint`),
        }))}
      />
      <TextField
        {...form.field("assignmentLimit")}
        label={text("routing.limit")}
        hint={text("routing.limit.hint")}
        type="number"
        min={1}
        max={100}
        required
      />
      <CheckListField
        {...form.field("userIds")}
        hint={text("routing.users.hint")}
        label={text("routing.users")}
        options={people
          .filter(({ id, role }) => role !== "light user" || form.values.userIds.includes(id))
          .map((user) => ({ value: user.id, label: fullName(user) }))}
        none={text("people.none")}
      />
    </SaveForm>
  )
}
