import type {
  Notification,
  NotificationQuery,
  NotificationPage as PageSchema,
  ReadNotifications,
} from "@deskhand/contract/people/notification"
import type { Static } from "typebox"
import { type Filters, List } from "../transport/list.ts"
import type { Transport } from "../transport/transport.ts"
import type { WriteOptions } from "../transport/writes.ts"

export type { Notification, ReadNotifications }
export type NotificationPage = Static<typeof PageSchema>
export type NotificationFilters = Filters<Static<typeof NotificationQuery>>

/** What the user of this client is notified of in the application. */
export class Notifications extends List<NotificationFilters, NotificationPage, Notification> {
  constructor(transport: Transport) {
    super(transport, "/v2/users/me/notifications")
  }

  /** Some of them, those of a conversation, or all. */
  markRead(which: ReadNotifications, options: WriteOptions = {}): Promise<void> {
    return this.transport.put("/v2/users/me/notifications/read", which, options)
  }

  markOneRead(id: number, options: WriteOptions = {}): Promise<void> {
    return this.transport.put(`/v2/users/me/notifications/${id}/read`, undefined, options)
  }
}
