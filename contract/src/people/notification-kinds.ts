/** Why somebody is notified, the most important first. Without imports, so that browsers load no schemas with them. */
export const notificationKinds = [
  "mentioned",
  "assigned",
  "replied",
  "undelivered",
  "noted",
  "followed",
  "arrived",
] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const notificationChannels = ["app", "browser", "mail"] as const
export type NotificationChannel = (typeof notificationChannels)[number]
