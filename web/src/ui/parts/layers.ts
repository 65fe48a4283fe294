/**
 * Where menus and pickers are put: inside the dialog in front, which leaves everything outside of it without focus, or
 * inside the main part of the page, so that they belong to a landmark of it.
 */
export function layers(): HTMLElement {
  return (
    [...document.querySelectorAll<HTMLElement>("dialog[open]")].at(-1) ??
    document.querySelector("main") ??
    document.body
  )
}
