import type { SizedResult } from "../load/rounds.ts"
import type { Report } from "../suites/run.ts"
import { goals, usualOf } from "./bars.ts"
import { inOrder } from "./sections.ts"
import { figure } from "./table.ts"

const rowHeight = 22
const labelWidth = 250
const barWidth = 380
const figuresWidth = 130
const growthWidth = 130
const top = 84

/** Each operation as a bar: what share of the floor it reaches, where its goal is, and how many that is a second. */
export function chartOf(report: Report): string {
  const conversations = report.desks.at(-1)?.conversations ?? 0
  const connections = usualOf(report.results)
  const bars = inOrder(report.results).filter(
    (each) => each.by === "desk" && each.connections === connections && each.conversations === conversations,
  )
  const smallest = report.desks[0]?.conversations ?? 0
  const growthOf = ({ operation, perSecond }: SizedResult) => {
    const small = report.results.find(
      (each) => each.operation === operation && each.connections === connections && each.conversations === smallest,
    )
    return smallest === conversations || !small ? "" : `${(small.perSecond / perSecond).toFixed(2)}×`
  }
  const reach = Math.max(1, ...bars.map(({ ofFloor = 0 }) => ofFloor))
  const width = labelWidth + barWidth + figuresWidth + (smallest === conversations ? 0 : growthWidth)
  const height = top + bars.length * rowHeight + 16
  const scale = (share: number) => labelWidth + (share / reach) * barWidth
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>Requests/s of each operation as a share of the floor's</title>`,
    `<style>text { font: 13px system-ui, sans-serif; fill: #1f2933 } .faint { fill: #616e7c; font-size: 12px } .head { font-weight: 600; font-size: 15px }</style>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    text(
      16,
      24,
      `Share of the floor: ${conversations.toLocaleString("en")} conversations, ${connections} connections`,
      "head",
    ),
    text(
      16,
      44,
      "The upright line is the goal: green bars reach it, orange ones do not, grey ones have none.",
      "faint",
    ),
    ...axis(reach, height, scale),
    ...(smallest === conversations
      ? []
      : [text(width - 16, top - 12, `cost, ${compact(smallest)} → ${compact(conversations)}`, "faint", "end")]),
    ...bars.flatMap((bar, index) => [
      ...barOf(bar, top + index * rowHeight, scale),
      text(width - 16, top + index * rowHeight + 14, growthOf(bar), "", "end"),
    ]),
    "</svg>",
    "",
  ].join("\n")
}

function compact(count: number): string {
  return new Intl.NumberFormat("en", { notation: "compact" }).format(count)
}

/** Lines at every fifth, or at every whole where something is many times faster than its floor. */
function axis(reach: number, height: number, scale: (share: number) => number): string[] {
  const step = reach > 6 ? Math.ceil(reach / 6) : reach > 2 ? 1 : 0.2
  const shares = Array.from({ length: Math.floor(reach / step + 1e-9) + 1 }, (_, index) => index * step)
  return shares.flatMap((share) => [
    `<path d="M${round(scale(share))} ${top - 6}V${height - 12}" stroke="#e4e7eb"/>`,
    text(scale(share), top - 12, step < 1 ? share.toFixed(1) : String(share), "faint", "middle"),
  ])
}

function barOf(bar: SizedResult, y: number, scale: (share: number) => number): string[] {
  const { ofFloor = 0 } = bar
  const goal = goals[bar.kind]
  const colour = goal === undefined ? "#7b8794" : ofFloor >= goal ? "#2f855a" : "#c05621"
  const goalLine =
    goal === undefined
      ? []
      : [`<path d="M${round(scale(goal))} ${y}v${rowHeight - 4}" stroke="#1f2933" stroke-width="2"/>`]
  return [
    text(labelWidth - 10, y + 14, bar.operation, "", "end"),
    `<rect x="${labelWidth}" y="${y + 2}" width="${round(scale(ofFloor) - labelWidth)}" height="${rowHeight - 8}" rx="2" fill="${colour}"/>`,
    ...goalLine,
    text(labelWidth + barWidth + 12, y + 14, ofFloor.toFixed(2)),
    text(labelWidth + barWidth + figuresWidth - 16, y + 14, `${figure(bar.perSecond)}/s`, "faint", "end"),
  ]
}

function text(x: number, y: number, content: string, style = "", anchor = "start"): string {
  const escaped = content.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
  return `<text x="${round(x)}" y="${y}" class="${style}" text-anchor="${anchor}">${escaped}</text>`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
