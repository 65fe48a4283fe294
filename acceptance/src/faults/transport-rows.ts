import type { Row } from "./row.ts"

export const transportRows: Record<string, Row> = {}
