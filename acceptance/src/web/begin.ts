import type { DeskhandClient } from "@deskhand/sdk/client"

interface Begun {
  subject: string
  mailboxId: number
  customer: { email: string; firstName?: string; lastName?: string }
  text?: string
  assignTo?: number
  type?: "chat" | "email"
}

/** A conversation that a customer has begun by mail; nobody has it, and routing gives it to nobody. */
export async function beginConversation(client: DeskhandClient, { text, customer, ...begun }: Begun): Promise<number> {
  const { id } = await client.conversations.create({
    type: "email",
    status: "active",
    customer,
    threads: [
      { type: "customer", text: text ?? `<p>About ${begun.subject}.</p>`, customer: { email: customer.email } },
    ],
    assignTo: null,
    ...begun,
  })
  return id
}
