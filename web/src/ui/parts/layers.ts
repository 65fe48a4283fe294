/** Where menus and pickers are put: inside the main part of the page, so that they belong to a landmark of it. */
export function layers(): HTMLElement {
  return document.querySelector("main") ?? document.body
}
