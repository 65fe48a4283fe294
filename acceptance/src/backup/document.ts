import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { finished } from "../processes.ts"

const root = resolve(import.meta.dirname, "../../..")

/** The shell commands that docs/operations.md gives under a heading of "Backing up". */
export function commandsUnder(heading: string): string {
  const page = readFileSync(resolve(root, "docs/operations.md"), "utf8")
  const chapter = page.split(/^## /m).find((text) => text.startsWith("Backing up\n")) ?? ""
  const section = chapter.split(/^### /m).find((text) => text.startsWith(`${heading}\n`)) ?? ""
  const blocks = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands]) => commands)
  assert.equal(blocks.length, 1, `one block of commands under "${heading}"`)
  return blocks[0] ?? ""
}

/** Runs the commands as they stand, in the folder of the project, with the variables that the page names. */
export async function follow(heading: string, variables: Record<string, string>): Promise<void> {
  const child = spawn("sh", ["-eu", "-c", commandsUnder(heading)], { cwd: root, env: { ...process.env, ...variables } })
  const { code, stdout, stderr } = await finished(child)
  assert.equal(code, 0, stdout + stderr)
}
