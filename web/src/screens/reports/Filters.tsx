import { queryOptions, useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { ChevronDown } from "lucide-react"
import { useState } from "react"
import { desk } from "../../data/client.ts"
import { inboxesQuery } from "../../data/inboxes.ts"
import { tagsQuery } from "../../data/tags.ts"
import { dateValue } from "../../messages/calendar.ts"
import { text } from "../../messages/reports.ts"
import { Button } from "../../ui/parts/Button.tsx"
import type { Option } from "../../ui/parts/Choices.tsx"
import { Picker } from "../../ui/parts/Picker.tsx"
import styles from "./Filters.module.css"
import { lastDayOf, type PeriodName, periodNames } from "./parts/periods.ts"
import { useReportQuery } from "./parts/report-query.ts"
import { type Channel, channels, type ReportSearch, type Step, steps } from "./parts/search.ts"

const officeQuery = queryOptions({ queryKey: ["office-hours"], queryFn: () => desk.reports.officeHours() })

/** Which conversations, when, and how they are told of. All of it is in the address. */
export function Filters() {
  const { search, periods } = useReportQuery()
  const navigate = useNavigate()
  const inboxes = useQuery(inboxesQuery).data ?? []
  const tags = useQuery(tagsQuery).data ?? []
  const hasHours = (useQuery(officeQuery).data?.hours.length ?? 0) > 0
  const look = (next: { [Key in keyof ReportSearch]: ReportSearch[Key] | undefined }) =>
    void navigate({
      to: ".",
      search: (before) => {
        const { page: _page, ...rest } = { ...before, ...next } as ReportSearch
        return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
      },
      replace: true,
    })
  const ownDates = {
    from: search.from ?? dateValue(periods.current.start),
    to: search.to ?? dateValue(lastDayOf(periods.current)),
  }
  const isFiltered = [search.inboxes, search.tags, search.types, search.office].some((value) => value !== undefined)
  return (
    <section className={styles["filters"]} aria-label={text("reports.filters")}>
      <select
        aria-label={text("reports.period")}
        value={search.period ?? "30d"}
        onChange={({ target }) => {
          const period = target.value as PeriodName
          look(period === "own" ? { period, ...ownDates } : { period, from: undefined, to: undefined })
        }}
      >
        {periodNames.map((name) => (
          <option key={name} value={name}>
            {text(`reports.period.${name}`)}
          </option>
        ))}
      </select>
      {search.period === "own" && <Dates dates={ownDates} onChange={look} />}
      <select
        aria-label={text("reports.by")}
        value={search.by ?? ""}
        onChange={({ target }) => look({ by: target.value === "" ? undefined : (target.value as Step) })}
      >
        <option value="">{text("reports.by.usual")}</option>
        {steps.map((step) => (
          <option key={step} value={step}>
            {text(`reports.by.${step}`)}
          </option>
        ))}
      </select>
      <Several
        what={text("reports.inboxes")}
        all={inboxes.map(({ id, name }) => ({ key: String(id), label: name }))}
        chosen={(search.inboxes ?? []).map(String)}
        onChange={(keys) => look({ inboxes: keys?.map(Number) })}
      />
      <Several
        what={text("reports.tags")}
        all={tags.map(({ id, name }) => ({ key: String(id), label: name }))}
        chosen={(search.tags ?? []).map(String)}
        onChange={(keys) => look({ tags: keys?.map(Number) })}
      />
      <Several
        what={text("reports.types")}
        all={channels.map((key) => ({ key, label: text(`reports.type.${key}`) }))}
        chosen={search.types ?? []}
        onChange={(keys) => look({ types: keys as Channel[] | undefined })}
      />
      <label className={styles["switch"]} title={hasHours ? undefined : text("reports.office.none")}>
        <input
          type="checkbox"
          checked={search.office === true}
          disabled={!hasHours && search.office !== true}
          onChange={({ target }) => look({ office: target.checked || undefined })}
        />
        {text("reports.office")}
      </label>
      <label className={styles["switch"]}>
        <input
          type="checkbox"
          checked={search.compare !== false}
          onChange={({ target }) => look({ compare: target.checked ? undefined : false })}
        />
        {text("reports.compare")}
      </label>
      {isFiltered && (
        <Button
          look="quiet"
          onClick={() => look({ inboxes: undefined, tags: undefined, types: undefined, office: undefined })}
        >
          {text("reports.clear")}
        </Button>
      )}
    </section>
  )
}

interface DatesProps {
  dates: { from: string; to: string }
  onChange: (dates: { from?: string; to?: string }) => void
}

function Dates({ dates: { from, to }, onChange }: DatesProps) {
  return (
    <>
      <input
        type="date"
        aria-label={text("reports.from")}
        value={from}
        onChange={({ target }) => target.value && onChange({ from: target.value })}
      />
      <span aria-hidden>–</span>
      <input
        type="date"
        aria-label={text("reports.to")}
        aria-invalid={to < from}
        value={to}
        onChange={({ target }) => target.value && onChange({ to: target.value })}
      />
      {to < from && (
        <p className={styles["wrong"]} role="alert">
          {text("reports.dates.wrong")}
        </p>
      )}
    </>
  )
}

interface SeveralProps {
  what: string
  all: readonly Option[]
  chosen: readonly string[]
  onChange: (keys: string[] | undefined) => void
}

/** None chosen stands for all of them. */
function Several({ what, all, chosen, onChange }: SeveralProps) {
  const [open, setOpen] = useState(false)
  const names = all.filter(({ key }) => chosen.includes(key)).map(({ label }) => label)
  const label =
    chosen.length === 0 ? text("reports.all", { what }) : text("reports.some", { what, chosen: names.join(", ") })
  const toggle = ({ key }: Option) => {
    const next = chosen.includes(key) ? chosen.filter((each) => each !== key) : [...chosen, key]
    onChange(next.length === 0 ? undefined : next)
  }
  return (
    <Picker
      label={what}
      open={open}
      onOpenChange={setOpen}
      several
      options={(typed) =>
        all
          .filter((option) => option.label.toLowerCase().includes(typed.trim().toLowerCase()))
          .map((option) => ({ ...option, chosen: chosen.includes(option.key) }))
      }
      onPick={toggle}
      trigger={
        <Button className={styles["several"] ?? ""} data-chosen={chosen.length > 0 || undefined}>
          <span>{label}</span> <ChevronDown size={14} aria-hidden />
        </Button>
      }
    />
  )
}
