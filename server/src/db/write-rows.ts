import { type Db, early, join, raw, type Sql, sql } from "./db.ts"

/** The SQL type of a column. What programs read from it and write to it stands in `Value`. */
export type Column<Value> = string & { readonly value?: Value }

type Columns = Record<string, Column<unknown>>

export type RowOf<Listed extends Columns> = {
  [Name in keyof Listed]: Listed[Name] extends Column<infer Value> ? Value : never
}

/** Lists the columns of a table once, for everything that writes it. */
export interface Table<Listed extends Columns> {
  name: string
  columns: Listed
}

export function column<Value>(type: string): Column<Value> {
  return type
}

export function table<Listed extends Columns>(name: string, columns: Listed): Table<Listed> {
  return { name, columns }
}

/** `c.id, c.subject, …` */
export function columnNames({ columns }: Table<Columns>, alias: string): Sql {
  return raw(
    Object.keys(columns)
      .map((name) => `${alias}.${name}`)
      .join(", "),
  )
}

/** In the order of the rows. A column that none of them names gets its default; one that only some name is null in the others. */
export function insertRows<Listed extends Columns>(into: Table<Listed>, rows: Partial<RowOf<Listed>>[]): Sql {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const listed = raw(names.join(", "))
  return sql`insert into ${raw(into.name)} (${listed}) select ${listed} from ${given(into, names, rows)}`
}

/** The same in another order, once each row has the next number in the order in which it is given. */
export function insertNumberedRows<Listed extends Columns>(
  into: Table<Listed>,
  rows: Partial<RowOf<Listed>>[],
  { sequence, order }: { sequence: string; order: Sql },
): Sql {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const listed = raw(names.join(", "))
  const numbered = sql`select nextval(${raw(`'${sequence}'`)}) as number, * from ${given(into, names, rows)} offset 0`
  return sql`insert into ${raw(into.name)} (number, ${listed})
    select number, ${listed} from (${numbered}) as numbered order by ${order}`
}

/** One statement for all rows that name the same columns, among them `id`. Other columns stay as they are. */
export function updateRows<Listed extends Columns>(into: Table<Listed>, rows: Partial<RowOf<Listed>>[]): Sql[] {
  const alike = Map.groupBy(rows, (row) => Object.keys(row).join(" "))
  return [...alike.values()].map((rows) => {
    const names = Object.keys(rows[0] ?? {})
    const assignments = names.filter((name) => name !== "id").map((name) => `${name} = given.${name}`)
    return sql`update ${raw(into.name)} set ${raw(assignments.join(", "))}
      from ${given(into, names, rows)} where ${raw(into.name)}.id = given.id`
  })
}

/** One trip, one start of the executor, and foreign keys and triggers look when all of it is there. */
export function inOneStatement(writes: Record<string, Sql>, result = sql`select`): Sql {
  const parts = Object.entries(writes).map(([name, write]) => sql`${raw(name)} as (${write})`)
  return sql`with ${join(parts)} ${result}`
}

/**
 * Ids for rows that are still to be written, so that everything that names them can be written at once and nobody has to
 * wait for an answer to learn them. One that is not used leaves a gap.
 */
export async function reserveIds<Name extends string>(
  db: Db,
  counts: Record<Name, number>,
): Promise<Record<Name, number[]>> {
  const tables = Object.entries<number>(counts)
  const lists = tables.map(
    ([name, count]) =>
      sql`array(select nextval(${raw(`'${name}_id_seq'`)}) from generate_series(1, ${count}::integer)) as ${raw(name)}`,
  )
  return db.one(sql`${early} select ${join(lists)}`)
}

/**
 * One parameter whatever the number of rows: the text of the statement stays the same, and PostgreSQL, which does not look
 * into it to plan, keeps one plan.
 */
function given(into: Table<Columns>, names: string[], rows: object[]): Sql {
  const types = names.map((name) => `${name} ${into.columns[name]}`)
  return sql`json_to_recordset(${toJson(rows)}::json) as given (${raw(types.join(", "))})`
}

/** PostgreSQL takes no half of a surrogate pair, which JSON writes with a backslash. */
function toJson(rows: object[]): string {
  const text = JSON.stringify(rows)
  if (!text.includes("\\ud")) return text
  return JSON.stringify(rows, (_, value) => (typeof value === "string" ? value.toWellFormed() : value))
}
