import type { Row } from "./row.ts"

export const mimeRows: Record<string, Row> = {}
