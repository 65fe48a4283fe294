import type { OfficeHours } from "@deskhand/sdk/client"
import { queryOptions, useQuery } from "@tanstack/react-query"
import { desk } from "../../../data/client.ts"
import { readerZone } from "../../../messages/region.ts"
import { text } from "../../../messages/settings.ts"
import { GroupField, RadioField, TextField } from "../../../ui/form/fields.tsx"
import { SaveForm } from "../../../ui/form/SaveForm.tsx"
import { useSettingsForm } from "../../../ui/form/settings-form.ts"
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
  const refresh = useRefresh()
  const form = useSettingsForm({
    saved: {
      staffed: isAlways ? ("always" as "always" | "week") : "week",
      timezone: isAlways ? readerZone() : found.timezone,
      hours: isAlways ? usualWeek : found.hours,
    },
    async save({ staffed, timezone, hours }) {
      await desk.reports.setOfficeHours({ timezone, hours: staffed === "always" ? [] : hours })
      await refresh(["office-hours"])
    },
    done: text("settings.saved"),
  })
  return (
    <SaveForm form={form}>
      <RadioField
        {...form.field("staffed")}
        label={text("hours.staffed")}
        options={(["always", "week"] as const).map((value) => ({ value, label: text(`hours.${value}`) }))}
      />
      {form.values.staffed === "week" && (
        <>
          <TextField
            {...form.field("timezone")}
            label={text("hours.timezone")}
            hint={text("hours.timezone.hint")}
            list="timezones"
            required
          />
          <datalist id="timezones">
            {Intl.supportedValuesOf("timeZone").map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
          <GroupField label={text("hours.days")}>
            <WeekFields {...form.field("hours")} failureAt={(index) => form.failureAt(`hours[${index}]`)} />
          </GroupField>
        </>
      )}
    </SaveForm>
  )
}
