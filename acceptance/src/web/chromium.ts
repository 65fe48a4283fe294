import { existsSync } from "node:fs"
import { type Browser, chromium } from "playwright-core"

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]

/** The machine's own Chromium, or the one that comes as a package. */
export async function openChromium(): Promise<Browser> {
  const executablePath = existsSync("/usr/bin/chromium") ? "/usr/bin/chromium" : await packagedChromium()
  return chromium.launch({ executablePath, args: flags })
}

async function packagedChromium(): Promise<string> {
  const { default: packaged } = await import("@sparticuz/chromium")
  return packaged.executablePath()
}
