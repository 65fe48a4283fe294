/**
 * The application runs its own files alone and speaks to nobody but the desk. It never makes markup of text, which the
 * browser itself sees to; that happens only in the frames of messages.
 */
const application = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // Under this name it says where its one worker is, and nothing else.
  "trusted-types notifications",
]

/**
 * Where a message is shown: nothing runs, nothing is sent, and mail keeps its own look. The frame stays of our origin so
 * that the application can measure it and hear keys in it; without scripts that gives the message nothing.
 */
function message(images: string): string[] {
  return [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "font-src 'self'",
    `img-src ${images}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox",
  ]
}

export const policies = {
  application: application.join("; "),
  /** The worker fetches what the application asks the desk for, and nothing else. */
  worker: "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  // Of a message's own pictures the application makes blobs.
  message: message("data: blob:").join("; "),
  /** After somebody has said that its pictures may be fetched: by the desk, so that none comes from anywhere else. */
  messageWithImages: message("'self' data: blob:").join("; "),
}
