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
  const { insert, select, types } = shapeOf(into, rows)
  return sql`${insert}) ${select} from json_to_recordset(${toJson(rows)}::json) ${types}`
}

/** The same in another order, once each row has the next number in the order in which it is given. */
export function insertNumberedRows<Listed extends Columns>(
  into: Table<Listed>,
  rows: Partial<RowOf<Listed>>[],
  { sequence, order }: { sequence: string; order: Sql },
): Sql {
  const { insert, select, types } = shapeOf(into, rows)
  return sql`${insert}, number) ${select}, number from (
      select nextval(${raw(`'${sequence}'`)}) as number, * from json_to_recordset(${toJson(rows)}::json) ${types} offset 0
    ) as numbered order by ${order}`
}

/** One statement for all rows that name the same columns, among them `id`. Other columns stay as they are. */
export function updateRows<Listed extends Columns>(into: Table<Listed>, rows: Partial<RowOf<Listed>>[]): Sql[] {
  const alike = Map.groupBy(rows, (row) => Object.keys(row).join())
  return [...alike.values()].map((rows) => {
    const { update, types, byId } = shapeOf(into, rows)
    return sql`${update} from json_to_recordset(${toJson(rows)}::json) ${types} ${byId}`
  })
}

/**
 * The texts for rows that name the same columns. The rows themselves are one parameter, whatever their number: so the
 * statement stays the same, and PostgreSQL, which does not look into it to plan, keeps one plan.
 */
interface Shape {
  insert: Sql
  select: Sql
  update: Sql
  types: Sql
  byId: Sql
}

const shapes = new Map<string, Shape>()

function shapeOf({ name: table, columns }: Table<Columns>, rows: object[]): Shape {
  const names = Object.keys(columns).filter((name) => rows.some((row) => name in row))
  const key = `${table} ${names.join()}`
  const known = shapes.get(key)
  if (known) return known
  const listed = names.join(", ")
  const assigned = names.filter((name) => name !== "id").map((name) => `${name} = given.${name}`)
  const shape = {
    insert: raw(`insert into ${table} (${listed}`),
    select: raw(`select ${listed}`),
    update: raw(`update ${table} set ${assigned.join(", ")}`),
    types: raw(`as given (${names.map((name) => `${name} ${columns[name]}`).join(", ")})`),
    byId: raw(`where ${table}.id = given.id`),
  }
  shapes.set(key, shape)
  return shape
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
export function reserveIds<Name extends string>(db: Db, counts: Record<Name, number>): Promise<Record<Name, number[]>> {
  return db.one(sql`${early} select ${reservedIds(counts)}`)
}

/** The same as a part of a statement that reads something else. */
export function reservedIds(counts: Record<string, number>): Sql {
  const lists = Object.entries(counts).map(
    ([name, count]) =>
      sql`array(select nextval(${raw(`'${name}_id_seq'`)}) from generate_series(1, ${count}::integer)) as ${raw(name)}`,
  )
  return join(lists)
}

/** PostgreSQL takes no half of a surrogate pair, which JSON writes with a backslash. */
function toJson(rows: object[]): string {
  const text = JSON.stringify(rows)
  if (!text.includes("\\ud")) return text
  return JSON.stringify(rows, (_, value) => (typeof value === "string" ? value.toWellFormed() : value))
}
