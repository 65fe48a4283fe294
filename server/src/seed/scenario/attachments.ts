import type { NewAttachment } from "../insert/threads.ts"

export const attachments = {
  picture: {
    filename: "one pixel ünïcode.png",
    mimeType: "image/png",
    content: Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    ),
    state: "valid",
    width: 1,
    height: 1,
  },
  letter: {
    filename: "letter.txt",
    mimeType: "text/plain",
    content: Buffer.from("Dear Sir,\nplease find nothing enclosed.\n"),
    state: "valid",
  },
  virus: {
    filename: "invoice.exe",
    mimeType: "application/octet-stream",
    content: Buffer.from("This stands for something that a scanner would not like.\n"),
    state: "virus",
    finding: "Scenario.Test",
  },
  pending: {
    filename: "unscanned.csv",
    mimeType: "text/csv",
    content: Buffer.from("name,amount\nteapot,1\n"),
    state: "pending",
  },
} satisfies Record<string, NewAttachment>
