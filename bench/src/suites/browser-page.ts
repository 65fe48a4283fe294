/**
 * Runs in each page before the application. `bench.time(act, isDone)` resolves to the milliseconds from an action to the
 * paint of the first frame in which its result is there; `bench.firstRows` to those from the navigation to the first rows.
 */
export const pageScript = `{
  const rows = () => [...document.querySelectorAll('section[aria-label="Conversations"] li a[href*="/conversation/"]')]
  const isThere = (element) => element !== null && element.getClientRects().length > 0
  const painted = (isDone) => new Promise((resolve) => {
    const look = () => (isDone() ? setTimeout(() => resolve(performance.now())) : requestAnimationFrame(look))
    requestAnimationFrame(look)
  })
  const time = async (act, isDone) => {
    const startedAt = performance.now()
    act()
    return (await painted(isDone)) - startedAt
  }
  const key = (target, init) => target.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init }))
  const searchBox = () => document.querySelector('search input[role="combobox"]')
  const write = (text) => {
    const input = searchBox()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(input, text)
    input.dispatchEvent(new InputEvent("input", { bubbles: true }))
  }
  const idle = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

  globalThis.bench = {
    firstRows: painted(() => rows().length > 0),

    /** Rows that were not scrolled to before have not been fetched in advance. */
    async scroll(round) {
      const scroller = rows()[0].closest("ul").parentElement
      scroller.scrollTop = round * 700
      await painted(() => rows().length > 8 && scroller.querySelector('ul[aria-busy="true"]') === null)
      await idle(300)
    },

    async openConversation(round) {
      const row = rows().at(4 + (round % 4))
      const path = new URL(row.href).pathname
      return time(
        () => row.click(),
        () =>
          location.pathname === path &&
          [...document.querySelectorAll("article:not([hidden]) iframe")].some(
            (frame) => (frame.contentDocument?.body?.childNodes.length ?? 0) > 0,
          ),
      )
    },

    async switchList(round) {
      const links = [...document.querySelectorAll('nav a[href*="/list/"]')].filter(isThere)
      const link = links[round % links.length]
      const path = new URL(link.href).pathname
      const list = document.querySelector('section[aria-label="Conversations"]')
      const isShown = () =>
        document.querySelector('nav a[aria-current="page"][href*="/list/"]')?.pathname === path &&
        list.querySelector('ul[aria-busy="true"]') === null &&
        (rows().length > 0 || list.querySelector("ul") === null)
      const ms = await time(() => link.click(), isShown)
      await idle(100)
      return ms
    },

    async openPalette() {
      const isOpen = () => isThere(document.querySelector("dialog[open] [role=option]"))
      const ms = await time(() => key(document.body, { key: "k", code: "KeyK", ctrlKey: true }), isOpen)
      document.querySelector("dialog[open]").close()
      await painted(() => document.querySelector("dialog[open]") === null)
      await idle(100)
      return ms
    },

    /** From the last letter to the rows that were found for it. */
    async search(text) {
      const input = searchBox()
      input.focus()
      write(text.slice(0, -1))
      await idle(400)
      performance.clearResourceTimings()
      const isAnswered = () =>
        performance.getEntriesByType("resource").some(({ name, responseEnd }) => {
          const { pathname, searchParams } = new URL(name)
          return pathname === "/v2/search" && searchParams.get("query") === text && responseEnd > 0
        })
      const ms = await time(
        () => write(text),
        () => isAnswered() && isThere(document.querySelector("search [role=option]")),
      )
      write("")
      await idle(100)
      return ms
    },
  }
}`
