interface OrderedView {
  id: number
  order: number
}

/** What has to be numbered anew for views to stand in this order. Those that one may not change keep their numbers. */
export function ordersOf<View extends OrderedView>(
  views: readonly View[],
  mayChange: (view: View) => boolean,
): OrderedView[] {
  const changed: OrderedView[] = []
  let next = 0
  for (const view of views) {
    if (!mayChange(view)) next = Math.max(next, view.order)
    else if (view.order !== next) changed.push({ id: view.id, order: next })
    next++
  }
  return changed
}
