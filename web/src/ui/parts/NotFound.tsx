import { Link } from "@tanstack/react-router"
import { SearchX } from "lucide-react"
import { text } from "../../messages/text.ts"
import { Notice } from "./Notice.tsx"
import { usePageTitle } from "./page-title.ts"

/** An address that leads nowhere. */
export function NotFound() {
  usePageTitle(text("notFound.title"))
  return (
    <main>
      <Notice
        level={1}
        icon={<SearchX size={22} />}
        title={text("notFound.title")}
        action={<Link to="/">{text("notFound.action")}</Link>}
      >
        {text("notFound")}
      </Notice>
    </main>
  )
}
