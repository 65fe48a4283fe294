import type { Row } from "./row.ts"

export const uploadRows: Record<string, Row> = {}
