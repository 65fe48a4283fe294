/** What somebody recognises their browser by. Others pretend to be the ones that stand further down. */
const browsers: [name: string, sign: RegExp][] = [
  ["Edge", /\bEdgA?(iOS)?\//],
  ["Opera", /\bOPR\/|\bOpera\b/],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /\bSafari\//],
]

const systems: [name: string, sign: RegExp][] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b|\bMacintosh\b/],
  ["Linux", /\bLinux\b/],
]

export function deviceOf(userAgent: string): string {
  const browser = nameIn(browsers, userAgent)
  const system = nameIn(systems, userAgent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? /^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? "Unknown"
}

function nameIn(signs: [name: string, sign: RegExp][], userAgent: string): string | undefined {
  return signs.find(([, sign]) => sign.test(userAgent))?.[0]
}
