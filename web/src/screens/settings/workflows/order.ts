import type { ListedWorkflow } from "@deskhand/sdk/client"

type OrderedWorkflow = Pick<ListedWorkflow, "id" | "order">

/** The same ones, with one of them a place up or down. */
export function moved<One extends OrderedWorkflow>(all: readonly One[], one: One, step: 1 | -1): One[] {
  const from = all.indexOf(one)
  return all.toSpliced(from, 1).toSpliced(from + step, 0, one)
}

/** Only what stands elsewhere afterwards. */
export function newOrders(next: readonly OrderedWorkflow[]): { id: number; order: number }[] {
  return next.flatMap(({ id, order }, index) => (order === index ? [] : [{ id, order: index }]))
}
