import type { ListedWorkflow, NewWorkflow } from "@deskhand/sdk/client"

type Ordered = Pick<
  ListedWorkflow,
  "id" | "order" | "mailboxId" | "name" | "type" | "status" | "conditions" | "actions"
>

/** The same ones, with one of them a place up or down. */
export function moved<One extends Ordered>(all: readonly One[], one: One, step: 1 | -1): One[] {
  const from = all.indexOf(one)
  return all.toSpliced(from, 1).toSpliced(from + step, 0, one)
}

/** Only what stands elsewhere afterwards is sent, and all of it: the order is no field of its own. */
export function movedFields(next: readonly Ordered[]): { id: number; written: NewWorkflow }[] {
  return next.flatMap(({ id, mailboxId, name, type, status, conditions, actions, order }, index) =>
    order === index
      ? []
      : [
          {
            id,
            written: {
              mailboxId,
              name,
              type,
              status: status === "active" ? "active" : "inactive",
              order: index,
              conditions,
              actions,
            },
          },
        ],
  )
}
