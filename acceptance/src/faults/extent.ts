/** Whether `npm run faults` runs these files: every operation, and many kills. `npm test` has a handful of them. */
export const isThorough = process.env["FAULTS"] === "all"
