import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { pool } from "./floor-pool.ts"
import { searchBare } from "./floor-searches.ts"
import { writeBare } from "./floor-writes.ts"

/**
 * The floor: as little as an honest server can do that answers from the same database with the same driver. Runs as a
 * process of its own; FLOOR_DATABASE_URL names the database.
 * GET /conversations/1 and GET /threads/1,2,3 answer ready documents, GET /search what bare SQL finds, and POST writes
 * the rows of one operation in one transaction.
 */
const lists: Record<string, string> = {
  conversations: "conversations",
  full_conversations: "conversations",
  threads: "threads",
  customers: "customers",
  customers_by_cursor: "customers",
  organizations: "organizations",
}

const server = createServer(async (request, response) => {
  try {
    const body = request.method === "POST" ? await write(request) : await read(request.url ?? "")
    const status = request.method === "POST" ? 201 : 200
    response.writeHead(status, { "Content-Type": "application/hal+json", "Content-Length": body.length }).end(body)
  } catch (error) {
    response.writeHead(500, { "Content-Length": 0 }).end()
    console.error(error)
  }
})

async function read(url: string): Promise<Buffer> {
  const [, table = "", ids = ""] = url.split("/")
  if (url.startsWith("/search?")) return listOf("conversations", await searchBare(url.slice("/search?".length)))
  const name = lists[table]
  if (name === undefined) throw new Error(`Nothing is kept as ${table}`)
  return ids.includes(",") ? listOf(name, await readMany(table, ids)) : readOne(table, ids)
}

async function readOne(table: string, id: string): Promise<Buffer> {
  const { rows } = await pool.query<[string]>({
    name: `one of ${table}`,
    text: `select document from bench.${table} where id = $1`,
    values: [id],
    rowMode: "array",
  })
  return Buffer.from(rows[0]![0])
}

async function readMany(table: string, ids: string): Promise<[string][]> {
  const { rows } = await pool.query<[string]>({
    name: `many of ${table}`,
    text: `select document from bench.${table} where id = any($1)`,
    values: [`{${ids}}`],
    rowMode: "array",
  })
  return rows
}

function listOf(name: string, rows: [string][]): Buffer {
  return Buffer.from(`{"_embedded":{"${name}":[${rows.map(([document]) => document).join()}]}}`)
}

async function write(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.from(String(await writeBare(request.url ?? "", JSON.parse(Buffer.concat(chunks).toString()))))
}

process.once("disconnect", () => process.exit())
process.once("SIGTERM", () => process.exit())
server.listen(0, "127.0.0.1", () => {
  console.error(`The floor listens at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
