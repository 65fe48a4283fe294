import { apps } from "./en/settings/apps.ts"
import { audit } from "./en/settings/audit.ts"
import { firstStepsPage } from "./en/settings/first-steps.ts"
import { hours } from "./en/settings/hours.ts"
import { inboxes } from "./en/settings/inboxes.ts"
import { ledger } from "./en/settings/ledger.ts"
import { mailSettings } from "./en/settings/mail.ts"
import { more } from "./en/settings/more.ts"
import { people } from "./en/settings/people.ts"
import { senders } from "./en/settings/senders.ts"
import { settings } from "./en/settings/settings.ts"
import { webhooks } from "./en/settings/webhooks.ts"
import { workflows } from "./en/settings/workflows.ts"
import { en } from "./en.ts"
import { textsOf } from "./text.ts"

export { numberText } from "./numbers.ts"

/** Texts of the settings beside those of every page; they come with the settings, and not with the inbox. */
export const text = textsOf({
  ...en,
  ...settings,
  ...inboxes,
  ...mailSettings,
  ...ledger,
  ...senders,
  ...people,
  ...webhooks,
  ...workflows,
  ...apps,
  ...firstStepsPage,
  ...hours,
  ...audit,
  ...more,
})
