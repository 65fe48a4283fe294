import type { AccountShape } from "@deskhand/sdk/client"
import { text } from "../../../messages/settings.ts"
import { Section } from "../../../ui/parts/Section.tsx"
import styles from "./IgnoredProxy.module.css"

/** Links do not begin with the address that a proxy may have been called by: which setting changes that. */
export function IgnoredProxy({ proxy }: { proxy: NonNullable<AccountShape["ignoredProxy"]> }) {
  const { header, address, trustedProxies } = proxy
  const lines = [
    ...(trustedProxies === undefined ? [] : [`TRUSTED_PROXIES=${trustedProxies}`]),
    `PUBLIC_URL=${location.origin}`,
  ]
  return (
    <Section title={text("proxy.title")} lead={text("proxy.seen", { header, address })}>
      <p>{text("proxy.advice", { count: lines.length })}</p>
      <ul className={styles["lines"]}>
        {lines.map((line) => (
          <li key={line}>
            <code>{line}</code>
          </li>
        ))}
      </ul>
    </Section>
  )
}
