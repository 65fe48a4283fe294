import type { SignedIn } from "@deskhand/sdk/client"
import { Lock } from "lucide-react"
import type { ReactNode } from "react"
import { administers, useMe } from "../../../data/session.ts"
import { text } from "../../../messages/settings.ts"
import { Notice } from "../../../ui/parts/Notice.tsx"
import { usePageTitle } from "../../../ui/parts/page-title.ts"

interface AllowedProps {
  may?: (user: SignedIn["user"]) => boolean
  children: ReactNode
}

/** For those who may change it; the others learn whom to ask. */
export function Allowed({ may = administers, children }: AllowedProps) {
  const isAllowed = may(useMe())
  usePageTitle(isAllowed ? undefined : text("settings.notAllowed"))
  if (isAllowed) return children
  return (
    <Notice level={1} icon={<Lock size={22} />} title={text("settings.notAllowed")}>
      {text("settings.notAllowed.more")}
    </Notice>
  )
}
