import {
  type ChangedPreferences,
  defaultPreferences,
  mailChoices,
  type NotificationChoice,
  type Preferences,
} from "@deskhand/contract/people/preferences"

/** Stored are only the preferences that somebody has changed. */
export function preferencesOf(stored: ChangedPreferences): Preferences {
  const { mailNotifications = defaultPreferences.mailNotifications, notifications = {}, ...rest } = stored
  const { app, browser } = defaultPreferences.notifications
  return {
    ...defaultPreferences,
    ...rest,
    mailNotifications,
    notifications: {
      app: { ...app, ...notifications.app },
      browser: { ...browser, ...notifications.browser },
      mail: { ...mailChoices[mailNotifications], ...notifications.mail },
    },
  }
}

/** `mailNotifications` is a shorthand for the choices of one channel: each of both follows a change of the other. */
export function changedPreferences(stored: ChangedPreferences, changed: ChangedPreferences): ChangedPreferences {
  const { notifications, ...rest } = changed
  const { mail: storedMail, ...storedOthers } = stored.notifications ?? {}
  const replacesMail = rest.mailNotifications !== undefined
  const kept = { ...storedOthers, ...(storedMail && !replacesMail && { mail: storedMail }) }
  const merged = {
    ...kept,
    ...(notifications?.app && { app: { ...kept.app, ...notifications.app } }),
    ...(notifications?.browser && { browser: { ...kept.browser, ...notifications.browser } }),
    ...(notifications?.mail && { mail: { ...kept.mail, ...notifications.mail } }),
  }
  const { notifications: _, ...storedRest } = stored
  const result = {
    ...storedRest,
    ...rest,
    ...(Object.keys(merged).length > 0 && { notifications: merged }),
  }
  if (!notifications?.mail) return result
  const { mail } = preferencesOf(result).notifications
  return { ...result, mailNotifications: shorthandOf(mail), notifications: { ...merged, mail } }
}

function shorthandOf(mail: NotificationChoice): Preferences["mailNotifications"] {
  if (mail.arrived) return "all"
  return Object.values(mail).includes(true) ? "mine" : "none"
}
