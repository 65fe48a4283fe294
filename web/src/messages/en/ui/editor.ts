export const editor = {
  "editor.format": "Format",
  "editor.bold": "Bold (Ctrl+B)",
  "editor.italic": "Italic (Ctrl+I)",
  "editor.code": "Code (Ctrl+E)",
  "editor.bullets": "List",
  "editor.numbers": "Numbered list",
  "editor.quote": "Quotation",
  "editor.link": "Link",
  "editor.link.address": "Address",
  "editor.link.wrong": "This is no address that a link can lead to.",
  "editor.link.save": "Link it",
  "editor.link.remove": "Remove the link",
} as const
