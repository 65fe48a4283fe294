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
  "--force-prefers-reduced-motion",
]

/** Debian's, which the test command installs. */
export function openChromium(): Promise<Browser> {
  const executablePath = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) => existsSync(path))
  return chromium.launch({ ...(executablePath !== undefined && { executablePath }), args: flags })
}
