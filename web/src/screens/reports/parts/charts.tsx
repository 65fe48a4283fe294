import { useId } from "react"
import {
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  Legend,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts"
import styles from "./charts.module.css"

interface SeriesProps<Row> {
  rows: readonly Row[]
  /** What each mark is, and whether it stands for the period before, or for what there is so far of a step that runs. */
  series: readonly { key: string; label: string; before?: boolean; isRunning?: boolean }[]
  shown: (value: number) => string
  /** A mark was chosen; by keys one chooses in the table. */
  onPick?: (index: number) => void
}

const colours = ["var(--chart-1)", "var(--chart-2)", "var(--chart-3)"]
const height = 240
const margin = { top: 8, right: 12, bottom: 0, left: 0 }
const axis = { stroke: "var(--border-strong)", tick: { fill: "var(--text-faint)", fontSize: 11 }, tickLine: false }

/** Rows have their name in `name`. Nothing moves by itself, and keys go to the table behind it. */
const usual = { margin, accessibilityLayer: false }

const tipStyle = {
  border: "1px solid var(--border-strong)",
  borderRadius: "var(--radius-s)",
  background: "var(--surface-raised)",
  color: "var(--text)",
  boxShadow: "var(--shadow)",
}

/** In the colour of all texts: the mark beside it has that of the line. */
const named = (name: unknown) => <span className={styles["legend"]}>{String(name)}</span>

function tooltip(shown: (value: number) => string) {
  return (
    <Tooltip
      isAnimationActive={false}
      cursor={{ fill: "var(--surface-hover)", stroke: "var(--border-strong)" }}
      contentStyle={tipStyle}
      itemStyle={{ color: "var(--text-soft)" }}
      formatter={(value) => shown(Number(value))}
    />
  )
}

const indexOf = (state: { activeTooltipIndex?: unknown }) => Number(state.activeTooltipIndex ?? -1)

/** Lines over time. That of the period before is dashed, and that to a step which still runs has short dashes. */
export function LinesChart<Row extends object>({ rows, series, shown, onPick }: SeriesProps<Row>) {
  return (
    <ResponsiveContainer width="100%" height={height}>
      <LineChart data={[...rows]} {...usual} onClick={(state) => indexOf(state) >= 0 && onPick?.(indexOf(state))}>
        <CartesianGrid stroke="var(--border)" vertical={false} />
        <XAxis dataKey="name" {...axis} minTickGap={24} />
        <YAxis {...axis} axisLine={false} width={56} tickFormatter={shown} allowDecimals={false} />
        {tooltip(shown)}
        <Legend iconType="plainline" formatter={named} itemSorter={null} />
        {series.map(({ key, label, before, isRunning }) => (
          <Line
            key={key}
            dataKey={key}
            name={label}
            type="linear"
            stroke={before ? "var(--chart-before)" : (colours[0] ?? "currentColor")}
            strokeWidth={2}
            {...(before && { strokeDasharray: "5 4" })}
            {...(isRunning && { strokeDasharray: "2 4" })}
            dot={rows.length === 1 || isRunning === true}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  )
}

interface BarsProps<Row> extends SeriesProps<Row> {
  /** The place of the row that still runs, whose bars are hatched. */
  running?: number
  stacked?: boolean
  /** Names at the left, bars to the right: for names that are long. */
  sideways?: boolean
}

export function BarsChart<Row extends object>({
  rows,
  series,
  shown,
  onPick,
  stacked,
  sideways,
  running,
}: BarsProps<Row>) {
  const hatch = useId()
  const names = { dataKey: "name", ...axis }
  const values = { ...axis, tickFormatter: shown, allowDecimals: false, axisLine: false }
  return (
    <ResponsiveContainer width="100%" height={sideways ? 60 + rows.length * 30 : height}>
      <BarChart
        data={[...rows]}
        {...usual}
        layout={sideways ? "vertical" : "horizontal"}
        barGap={2}
        onClick={(state) => indexOf(state) >= 0 && onPick?.(indexOf(state))}
      >
        <defs>
          {colours.map((colour, index) => (
            <pattern
              key={colour}
              id={`${hatch}-${index}`}
              width={6}
              height={6}
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect width={6} height={6} fill={colour} opacity={0.25} />
              <rect width={2.5} height={6} fill={colour} />
            </pattern>
          ))}
        </defs>
        <CartesianGrid stroke="var(--border)" vertical={sideways === true} horizontal={!sideways} />
        {sideways ? <XAxis type="number" {...values} /> : <XAxis {...names} minTickGap={24} />}
        {sideways ? <YAxis type="category" {...names} width={112} /> : <YAxis {...values} width={48} />}
        {tooltip(shown)}
        <Legend iconType="square" iconSize={10} formatter={named} itemSorter={null} />
        {series.map(({ key, label, before }, index) => (
          <Bar
            key={key}
            dataKey={key}
            name={label}
            fill={before ? "var(--chart-before)" : (colours[index] ?? "currentColor")}
            {...(stacked && { stackId: "all" })}
            maxBarSize={sideways ? 16 : 40}
            isAnimationActive={false}
          >
            {running !== undefined &&
              rows.map((_, place) => (
                <Cell
                  // biome-ignore lint/suspicious/noArrayIndexKey: bars are known by their place
                  key={place}
                  fill={place === running ? `url(#${hatch}-${index})` : (colours[index] ?? "currentColor")}
                />
              ))}
          </Bar>
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}
