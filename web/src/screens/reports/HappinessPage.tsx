import type { ReportAnswers } from "@deskhand/sdk/client"
import { Link, useNavigate } from "@tanstack/react-router"
import { ArrowLeft, Smile } from "lucide-react"
import { nameOf, useAssignees } from "../../data/people.ts"
import { dateText } from "../../messages/moments.ts"
import { percentText } from "../../messages/numbers.ts"
import { text } from "../../messages/reports.ts"
import { Notice } from "../../ui/parts/Notice.tsx"
import { Section } from "../../ui/parts/Section.tsx"
import styles from "./Happiness.module.css"
import personStyles from "./Person.module.css"
import { ChartCard, Loaded } from "./parts/Card.tsx"
import { BarsChart } from "./parts/charts.tsx"
import { DataTable, ExportButton } from "./parts/DataTable.tsx"
import { Figure, Figures } from "./parts/Figures.tsx"
import { amountText } from "./parts/format.ts"
import { Pager } from "./parts/Pager.tsx"
import { useReport, useReportQuery } from "./parts/report-query.ts"
import { commonOf, ratings } from "./parts/search.ts"

const names = {
  great: text("reports.great"),
  ok: text("reports.okay"),
  "not-good": text("reports.notGood"),
} as const

/** How customers rated the answers, and what they wrote. */
export function HappinessPage() {
  const { search } = useReportQuery()
  const { person } = search
  const user = person === undefined ? {} : { user: person }
  // Of one user or team the same is told at another address.
  const happiness = useReport(person === undefined ? "happiness" : ("user/happiness" as "happiness"), user)
  const list = useReport(person === undefined ? "happiness/ratings" : ("user/ratings" as "happiness/ratings"), {
    page: search.page ?? 1,
    ...(search.rating && { rating: search.rating }),
    ...user,
  })
  return (
    <>
      {person !== undefined && <WhoseRatings person={person} />}
      <Loaded query={happiness}>{(answer) => <Scores answer={answer} />}</Loaded>
      <Loaded query={list}>{(answer) => <RatingList answer={answer} />}</Loaded>
    </>
  )
}

function WhoseRatings({ person }: { person: number }) {
  const { search } = useReportQuery()
  const name = nameOf(useAssignees().find(({ id }) => id === person))
  return (
    <>
      <Link to="/reports/people" search={{ ...commonOf(search), person }} className={personStyles["back"] ?? ""}>
        <ArrowLeft size={15} aria-hidden /> {text("reports.drill.back")}
      </Link>
      <h2 className={personStyles["name"]}>{text("reports.ratings.of", { name })}</h2>
    </>
  )
}

/** Where the ratings are listed, with their conversations. */
const listId = "ratings"

function Scores({ answer: { current, previous } }: { answer: ReportAnswers["happiness"] }) {
  const { search } = useReportQuery()
  const person = search.person === undefined ? {} : { person: search.person }
  const to = { to: "/reports/happiness", search: { ...commonOf(search), ...person }, hash: listId } as const
  const shares = [
    {
      rating: "great" as const,
      name: names.great,
      count: current.greatCount,
      share: current.great,
      before: previous?.greatCount,
    },
    {
      rating: "ok" as const,
      name: names.ok,
      count: current.okayCount,
      share: current.okay,
      before: previous?.okayCount,
    },
    {
      rating: "not-good" as const,
      name: names["not-good"],
      count: current.notGoodCount,
      share: current.notGood,
      before: previous?.notGoodCount,
    },
  ]
  const columns = [
    { label: text("reports.rating") },
    { label: text("reports.ratings"), numeric: true },
    { label: text("reports.share"), numeric: true },
    ...(previous ? [{ label: text("reports.before"), numeric: true }] : []),
  ]
  const rows = shares.map(({ rating, name, count, share, before }) => [
    { value: name },
    {
      value: count,
      shown: (
        <Link key={rating} to="." search={(before) => ({ ...before, rating })}>
          {amountText(count)}
        </Link>
      ),
    },
    { value: Math.round(share * 10) / 10, shown: percentText(share) },
    ...(before === undefined ? [] : [{ value: before, shown: amountText(before) }]),
  ])
  return (
    <>
      <Figures>
        <Figure
          name={text("reports.score")}
          value={current.happinessScore}
          previous={previous?.happinessScore}
          unit="score"
          to={to}
        />
        <Figure name={text("reports.ratings")} value={current.ratingsCount} previous={previous?.ratingsCount} to={to} />
        <Figure
          name={text("reports.rated")}
          value={current.ratingsPercent}
          previous={previous?.ratingsPercent}
          unit="percent"
          to={to}
        />
      </Figures>
      <ChartCard
        table={{ title: text("reports.happiness"), columns, rows }}
        lead={text("reports.happiness.lead")}
        isEmpty={current.ratingsCount + (previous?.ratingsCount ?? 0) === 0}
      >
        <BarsChart
          rows={shares.map(({ name, count, before }) => ({ name, now: count, before }))}
          series={[
            { key: "now", label: text("reports.now") },
            ...(previous ? [{ key: "before", label: text("reports.before"), before: true }] : []),
          ]}
          sideways
          shown={amountText}
        />
      </ChartCard>
    </>
  )
}

function RatingList({ answer: { results, page, pages } }: { answer: ReportAnswers["happiness/ratings"] }) {
  const { search } = useReportQuery()
  const navigate = useNavigate()
  const title = text("reports.ratings.list")
  const columns = [
    { label: text("reports.rating") },
    { label: text("reports.comment"), long: true },
    { label: text("reports.ratedBy") },
    { label: text("reports.ratedUser") },
    { label: text("reports.conversations") },
    { label: text("reports.drill.changed") },
  ]
  const rows = results.map((rating) => [
    { value: names[ratings[rating.ratingId - 1] ?? "ok"] },
    {
      value: rating.ratingComments,
      shown: rating.ratingComments || <span className={styles["none"]}>{text("reports.comment.none")}</span>,
    },
    { value: rating.ratingCustomerName },
    { value: rating.ratingUserName },
    {
      value: `#${rating.number}`,
      shown: (
        <Link
          to="/conversation/$conversationId/$number"
          params={{ conversationId: String(rating.id), number: String(rating.number) }}
        >
          #{rating.number}
        </Link>
      ),
    },
    { value: rating.ratingCreatedAt, shown: dateText(rating.ratingCreatedAt) },
  ])
  const table = { title, columns, rows }
  const choose = (value: string) =>
    void navigate({
      to: ".",
      search: (before) => {
        const { rating: _rating, page: _page, ...rest } = before
        const chosen = ratings.find((name) => name === value)
        return chosen ? { ...rest, rating: chosen } : rest
      },
      replace: true,
    })
  return (
    <Section
      id={listId}
      look="box"
      title={title}
      action={
        <div className={styles["tools"]}>
          <select
            aria-label={text("reports.rating")}
            value={search.rating ?? ""}
            onChange={({ target }) => choose(target.value)}
          >
            <option value="">{text("reports.ratings.all")}</option>
            {ratings.map((name) => (
              <option key={name} value={name}>
                {names[name]}
              </option>
            ))}
          </select>
          {rows.length > 0 && <ExportButton {...table} />}
        </div>
      }
    >
      {rows.length === 0 ? (
        <Notice icon={<Smile size={22} />} title={text("reports.ratings.none.title")}>
          {text("reports.ratings.none")}
        </Notice>
      ) : (
        <DataTable {...table} />
      )}
      <Pager page={page} pages={pages} />
    </Section>
  )
}
