import type { Inbox, ListedUser, Routing } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { desk } from "../../../../data/client.ts"
import { text } from "../../../../messages/settings.ts"
import { CheckList } from "../../../../ui/form/CheckList.tsx"
import { useDraft } from "../../../../ui/form/draft.ts"
import { CheckField, GroupField, RadioField, TextField } from "../../../../ui/form/fields.tsx"
import { SaveForm } from "../../../../ui/form/SaveForm.tsx"
import { useSaving } from "../../../../ui/form/saving.ts"
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
  const draft = useDraft({
    enabled: routing.state === "enabled",
    assignmentMethod: routing.assignmentMethod ?? ("round_robin" as const),
    assignmentLimit: String(routing.assignmentLimit ?? usualLimit),
    userIds: routing.userIds,
  })
  const { values, set } = draft
  const saving = useSaving(["assignmentLimit", "assignmentMethod", "userIds"])
  const refresh = useRefresh()
  const save = async () => {
    const { enabled, assignmentLimit, ...rest } = values
    await desk.inboxes.setRouting(inboxId, {
      ...rest,
      state: enabled ? "enabled" : "disabled",
      assignmentLimit: Number(assignmentLimit),
    })
    await refresh(["routing", inboxId])
    draft.reset()
  }
  return (
    <SaveForm draft={draft} saving={saving} onSave={() => void saving.run(save, text("settings.saved"))}>
      <CheckField
        label={text("routing.enabled")}
        hint={text("routing.enabled.hint")}
        checked={values.enabled}
        onChange={(enabled) => set({ enabled })}
      />
      <RadioField
        label={text("routing.method")}
        value={values.assignmentMethod}
        failure={saving.at("assignmentMethod")}
        options={(["round_robin", "balanced"] as const).map((value) => ({
          value,
          label: text(`routing.method.${value}`),
          hint: text(`routing.method.${value}.hint`),
        }))}
        onChange={(assignmentMethod) => set({ assignmentMethod })}
      />
      <TextField
        label={text("routing.limit")}
        hint={text("routing.limit.hint")}
        type="number"
        min={1}
        max={100}
        required
        value={values.assignmentLimit}
        failure={saving.at("assignmentLimit")}
        onChange={(assignmentLimit) => set({ assignmentLimit })}
      />
      <GroupField label={text("routing.users")} hint={text("routing.users.hint")} failure={saving.at("userIds")}>
        <CheckList
          label={text("routing.users")}
          options={people
            .filter(({ id, role }) => role !== "light user" || values.userIds.includes(id))
            .map((user) => ({ value: user.id, label: fullName(user) }))}
          chosen={values.userIds}
          none={text("people.none")}
          onChange={(userIds) => set({ userIds })}
        />
      </GroupField>
    </SaveForm>
  )
}
