interface Placed {
  id: number
  order: number
}

/** What has to be numbered anew for views to stand in this order. Those that one may not change keep their numbers. */
export function ordersOf<View extends Placed>(views: readonly View[], mayChange: (view: View) => boolean): Placed[] {
  const changed: Placed[] = []
  let next = 0
  for (const view of views) {
    if (!mayChange(view)) next = Math.max(next, view.order)
    else if (view.order !== next) changed.push({ id: view.id, order: next })
    next++
  }
  return changed
}
