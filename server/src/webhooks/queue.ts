/** What the engine of this node hears when something has become due. */
export const deliveriesDue = "webhook_deliveries_due"
