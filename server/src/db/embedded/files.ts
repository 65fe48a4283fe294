import * as fs from "node:fs/promises"
import { dirname } from "node:path"

export async function makeFolder(dataDir: string): Promise<string> {
  await makePassage(dataDir)
  return fs.realpath(dataDir)
}

/**
 * Others may pass through the folder but not list it: PostgreSQL runs as another user where the desk is root.
 * Not by the recursive mkdir of Node, which reports a read-only disk as a missing folder.
 */
export async function makePassage(path: string): Promise<void> {
  try {
    await fs.mkdir(path)
    await fs.chmod(path, 0o711)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === "ENOENT" && path !== dirname(path)) {
      await makePassage(dirname(path))
      await makePassage(path)
    } else if (code !== "EEXIST" || !(await fs.stat(path)).isDirectory()) throw error
  }
}

export function readIfThere(path: string): Promise<string | undefined> {
  return fs.readFile(path, "utf8").catch(ignoring("ENOENT"))
}

export async function replaceFile(path: string, content: string): Promise<void> {
  await fs.writeFile(`${path}.new`, content, { mode: 0o600, flush: true })
  await fs.rename(`${path}.new`, path)
}

export async function syncFolder(path: string): Promise<void> {
  const handle = await fs.open(path)
  await handle.sync()
  await handle.close()
}

export function ignoring(...codes: string[]) {
  return (error: NodeJS.ErrnoException): undefined => {
    if (!codes.includes(error.code ?? "")) throw error
  }
}
