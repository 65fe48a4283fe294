import type { IssuedApp } from "@deskhand/sdk/client"
import { text } from "../../../messages/settings.ts"
import { Secret } from "../page/Secret.tsx"

/** What an app signs in with: the secret where it has one, which is shown this once. */
export function Issued({ issued, onClose }: { issued: IssuedApp; onClose: () => void }) {
  const { clientId, clientSecret } = issued
  return clientSecret === undefined ? (
    <Secret label={text("apps.clientId")} value={clientId} lead={text("apps.made.public")} onClose={onClose} />
  ) : (
    <Secret label={text("apps.secret")} value={clientSecret} lead={text("apps.made.lead")} onClose={onClose} />
  )
}
