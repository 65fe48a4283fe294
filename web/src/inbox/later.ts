import { type ComponentType, type LazyExoticComponent, lazy } from "react"

/** A part that the first picture does without: asked for at once, so that it is there before anybody needs it. */
export function later<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  const loading = load()
  // Told where it is drawn.
  loading.catch(() => {})
  return lazy(async () => ({ default: await loading }))
}
