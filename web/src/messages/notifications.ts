import { notificationSettings } from "./en/account/notification-settings.ts"
import { en } from "./en.ts"
import { textsOf } from "./text.ts"

/** With the texts of the page of notification preferences, which come with it. */
export const text = textsOf({ ...en, ...notificationSettings })
