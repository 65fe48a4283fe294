import type { Row } from "./row.ts"

export const identityRows: Record<string, Row> = {}
