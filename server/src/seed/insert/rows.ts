import { type Db, join, raw, type Sql, sql } from "../../db/db.ts"

/** Written as in TypeScript (`firstName`), stored as in SQL (`first_name`); undefined takes the column's default. */
export type Columns = Record<string, unknown>

export async function insertRow(db: Db, table: string, columns: Columns): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`${insertion(table, [columns])} returning id`)
  return id
}

/** Gives the ids in the order of the rows. */
export async function insertRows(db: Db, table: string, rows: Columns[]): Promise<number[]> {
  if (rows.length === 0) return []
  const inserted = await db.many<{ id: number }>(sql`${insertion(table, rows)} returning id`)
  return inserted.map(({ id }) => id)
}

/** For tables that have no id of their own. */
export async function insertDetails(db: Db, table: string, rows: Columns[]): Promise<void> {
  if (rows.length > 0) await db.run(insertion(table, rows))
}

/** One after the other, so that ids grow in the order written. */
export async function insertEach<Name extends string, Item, Inserted>(
  items: Record<Name, Item>,
  insert: (item: Item) => Promise<Inserted>,
): Promise<Record<Name, Inserted>> {
  const inserted: Partial<Record<Name, Inserted>> = {}
  for (const name of Object.keys(items) as Name[]) inserted[name] = await insert(items[name])
  return inserted as Record<Name, Inserted>
}

function insertion(table: string, rows: Columns[]): Sql {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const values = rows.map((row) => sql`(${join(names.map((name) => parameter(row[name])))})`)
  return sql`insert into ${raw(table)} (${raw(names.map(columnName).join(", "))}) values ${join(values)}`
}

function parameter(value: unknown): Sql {
  return value === undefined ? raw("default") : sql`${value}`
}

function columnName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
