import { connect } from "node:net"

export interface Submission {
  from: string
  to: string
  raw: string
}

/** Hands a message over by SMTP. Gives whether it was acknowledged; who is killed meanwhile has not done so. */
export function submit(port: number, { from, to, raw }: Submission): Promise<boolean> {
  const said = ["EHLO sender.example", `MAIL FROM:<${from}>`, `RCPT TO:<${to}>`, "DATA", `${raw}\r\n.`, "QUIT"]
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" })
    let heard = ""
    let answers = 0
    let acknowledged = false
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      heard += chunk
      for (let whole = answerIn(heard); whole !== undefined; whole = answerIn(heard)) {
        heard = heard.slice(whole.length)
        answers++
        if (/(^|\n)[45]\d\d /.test(whole)) socket.destroy()
        // The greeting comes first, and the end of the message is the fifth thing that is said.
        else if (answers === 6) acknowledged = true
        const next = said[answers - 1]
        if (next !== undefined) socket.write(`${next}\r\n`, "latin1")
      }
    })
    socket.on("error", () => {})
    socket.on("close", () => resolve(acknowledged))
  })
}

function answerIn(heard: string): string | undefined {
  return /^(?:\d{3}-[^\n]*\n)*\d{3}(?: [^\n]*)?\r?\n/.exec(heard)?.[0]
}
