import { useEffect } from "react"
import { text } from "../../messages/text.ts"

/** Names the page in the title of the window, before the name of the application; without one another part names it. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return
    document.title = text("app.title", { page: title, app: text("app.name") })
    return () => {
      document.title = text("app.name")
    }
  }, [title])
}
