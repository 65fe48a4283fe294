import type { SignedIn } from "@deskhand/sdk/client"
import { Lock } from "lucide-react"
import type { ReactNode } from "react"
import { text } from "../../messages/settings.ts"
import { Notice } from "../../parts/Notice.tsx"
import { administers, useMe } from "../../session/session.ts"

interface AllowedProps {
  may?: (user: SignedIn["user"]) => boolean
  children: ReactNode
}

/** For those who may change it; the others learn whom to ask. */
export function Allowed({ may = administers, children }: AllowedProps) {
  if (may(useMe())) return children
  return (
    <Notice level={1} icon={<Lock size={22} />} title={text("settings.notAllowed")}>
      {text("settings.notAllowed.more")}
    </Notice>
  )
}
