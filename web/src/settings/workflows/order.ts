import type { ListedWorkflow, NewWorkflow } from "@deskhand/sdk/client"

/** The same ones, with one of them a place up or down. */
export function moved(all: readonly ListedWorkflow[], one: ListedWorkflow, step: 1 | -1): ListedWorkflow[] {
  const from = all.indexOf(one)
  return all.toSpliced(from, 1).toSpliced(from + step, 0, one)
}

/** Only what stands elsewhere afterwards is sent, and all of it: the order is no field of its own. */
export function movedFields(next: readonly ListedWorkflow[]): { id: number; written: NewWorkflow }[] {
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
