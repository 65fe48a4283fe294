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

const whole = "/usr/bin/chromium"
const withoutWindows = "/usr/bin/chromium-headless-shell"

export interface BrowserNeeds {
  notifications?: boolean
}

/** By the path of the program. */
const running = new Map<string, Promise<Browser>>()

/**
 * Debian's, which the test command installs. The one without windows takes a fifth less, and knows no notifications.
 * All test files of a process share it: close the contexts that you open, never the browser. It ends with the process.
 */
export function sharedChromium({ notifications = false }: BrowserNeeds = {}): Promise<Browser> {
  const executablePath = !notifications && existsSync(withoutWindows) ? withoutWindows : whole
  const browser = running.get(executablePath) ?? launch(executablePath)
  running.set(executablePath, browser)
  return browser
}

async function launch(executablePath: string): Promise<Browser> {
  const browser = await chromium.launch({ executablePath, args: flags })
  // One that crashed fails the test that used it, and no others.
  browser.on("disconnected", () => running.delete(executablePath))
  return browser
}
