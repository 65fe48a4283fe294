import { setTimeout as pause } from "node:timers/promises"
import { key, valid } from "./certificates.ts"
import { reply, startReceiver } from "./receiver.ts"

/** Gives access tokens for refresh tokens over HTTPS, as providers do that end a refresh token on its first use. */
export interface IdentityProvider {
  tokenUrl: string
  /** The refresh tokens that were sent, in order. */
  used: string[]
  /** Whether a mail server should take this access token: only the last one is good. */
  isGood(accessToken: string | undefined): boolean
  /** Ends the last access token before its time. */
  endToken(): void
  close(): Promise<unknown>
}

/** A refresh token that is used twice ends the whole sign-in, as RFC 9700 has it. */
export async function startIdentityProvider({ first, delayMs }: { first: string; delayMs: number }) {
  const used: string[] = []
  let good: string | undefined
  let next: string | undefined = first
  const receiver = await startReceiver(
    (socket, request) => {
      const given = new URLSearchParams(request.split("\r\n\r\n")[1]).get("refresh_token") ?? ""
      used.push(given)
      const isRight = given === next
      next = isRight ? `refresh-${used.length}` : undefined
      good = isRight ? `access-${used.length}` : undefined
      const granted = { access_token: good, expires_in: 3_600, refresh_token: next }
      const answer = isRight
        ? reply("200 OK", JSON.stringify(granted))
        : reply("400 Bad Request", JSON.stringify({ error: "invalid_grant" }))
      void pause(delayMs).then(() => socket.write(answer))
    },
    { tls: { cert: valid, key } },
  )
  const provider: IdentityProvider = {
    tokenUrl: `https://127.0.0.2:${receiver.port}/token`,
    used,
    isGood: (accessToken) => accessToken !== undefined && accessToken === good,
    endToken() {
      good = undefined
    },
    close: () => receiver.close(),
  }
  return provider
}
