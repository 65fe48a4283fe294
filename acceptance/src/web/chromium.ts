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

/** Debian's, which the test command installs. */
export function openChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: "/usr/bin/chromium", args: flags })
}
