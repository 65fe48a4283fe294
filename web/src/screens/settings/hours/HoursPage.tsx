import type { OfficeHours } from "@deskhand/sdk/client"
import { queryOptions, useQuery } from "@tanstack/react-query"
import { desk } from "../../../data/client.ts"
import { text } from "../../../messages/settings.ts"
import { useDraft } from "../../../ui/form/draft.ts"
import { GroupField, RadioField, TextField } from "../../../ui/form/fields.tsx"
import { SaveForm } from "../../../ui/form/SaveForm.tsx"
import { useSaving } from "../../../ui/form/saving.ts"
import { Allowed } from "../page/Allowed.tsx"
import { Loaded, Page } from "../page/Page.tsx"
import { useRefresh } from "../page/refresh.ts"
import { WeekFields } from "./WeekFields.tsx"

const hoursQuery = queryOptions({
  queryKey: ["office-hours"],
  queryFn: () => desk.reports.officeHours(),
  staleTime: 0,
})

export function HoursPage() {
  return (
    <Allowed>
      <Hours />
    </Allowed>
  )
}

function Hours() {
  const hours = useQuery(hoursQuery)
  return (
    <Page title={text("hours.title")} lead={text("hours.lead")}>
      <Loaded query={hours}>{(found) => <HoursForm found={found} />}</Loaded>
    </Page>
  )
}

/** What is suggested to whoever turns it on. */
const usualWeek: OfficeHours["hours"] = [1, 2, 3, 4, 5].map((day) => ({ day, from: "09:00", to: "17:00" }))

function HoursForm({ found }: { found: OfficeHours }) {
  const isAlways = found.hours.length === 0
  const draft = useDraft({
    staffed: isAlways ? ("always" as "always" | "week") : "week",
    timezone: isAlways ? Intl.DateTimeFormat().resolvedOptions().timeZone : found.timezone,
    hours: isAlways ? usualWeek : found.hours,
  })
  const { values, set } = draft
  const saving = useSaving(["timezone", "hours"])
  const refresh = useRefresh()
  const save = async () => {
    const { staffed, timezone, hours } = values
    await desk.reports.setOfficeHours({ timezone, hours: staffed === "always" ? [] : hours })
    await refresh(["office-hours"])
    draft.reset()
  }
  return (
    <SaveForm draft={draft} saving={saving} onSave={() => void saving.run(save, text("settings.saved"))}>
      <RadioField
        label={text("hours.staffed")}
        value={values.staffed}
        options={(["always", "week"] as const).map((value) => ({ value, label: text(`hours.${value}`) }))}
        onChange={(staffed) => set({ staffed })}
      />
      {values.staffed === "week" && (
        <>
          <TextField
            label={text("hours.timezone")}
            hint={text("hours.timezone.hint")}
            value={values.timezone}
            failure={saving.at("timezone")}
            list="timezones"
            required
            onChange={(timezone) => set({ timezone })}
          />
          <datalist id="timezones">
            {Intl.supportedValuesOf("timeZone").map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
          <GroupField label={text("hours.days")}>
            <WeekFields
              hours={values.hours}
              failureAt={(index) => saving.at(`hours[${index}]`)}
              onChange={(hours) => set({ hours })}
            />
          </GroupField>
        </>
      )}
    </SaveForm>
  )
}
