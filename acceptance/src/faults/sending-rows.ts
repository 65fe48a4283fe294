import type { Row } from "./row.ts"

export const sendingRows: Record<string, Row> = {}
