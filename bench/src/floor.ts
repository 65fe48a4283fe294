import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import pg from "pg"

/**
 * The floor: as little as an honest server can do that reads its answer from the same database with the same driver.
 * Runs as a process of its own; FLOOR_DATABASE_URL names the database. GET /1,2,3 answers these documents.
 */
const pool = new pg.Pool({ connectionString: process.env["FLOOR_DATABASE_URL"], max: 10 })

const server = createServer(async (request, response) => {
  const ids = request.url?.slice(1) ?? ""
  try {
    const body = ids.includes(",") ? await readMany(ids) : await readOne(ids)
    response.writeHead(200, { "Content-Type": "application/hal+json", "Content-Length": body.length }).end(body)
  } catch (error) {
    response.writeHead(500, { "Content-Length": 0 }).end()
    console.error(error)
  }
})

async function readOne(id: string): Promise<Buffer> {
  const { rows } = await pool.query({
    name: "one",
    text: "select document from bench.documents where id = $1",
    values: [id],
  })
  return Buffer.from(rows[0].document)
}

async function readMany(ids: string): Promise<Buffer> {
  const { rows } = await pool.query({
    name: "many",
    text: "select document from bench.documents where id = any($1)",
    values: [`{${ids}}`],
  })
  return Buffer.from(`{"_embedded":{"conversations":[${rows.map((row) => row.document).join()}]}}`)
}

process.once("disconnect", () => process.exit())
process.once("SIGTERM", () => process.exit())
server.listen(0, "127.0.0.1", () => {
  console.error(`The floor listens at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
