/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Random = () => number

/** What readers of mail stumble over. */
const tokens = [
  "\r\n",
  "\n",
  "\r",
  "\0",
  "\r\n\r\n",
  "--",
  "--=_b1\r\n",
  "--=_b1--\r\n",
  "=?utf-8?B?",
  "=?iso-2022-jp?Q?",
  "?=",
  "=\r\n",
  "=3D",
  "=C3",
  "Content-Type: text/html\r\n",
  "Content-Type: multipart/mixed; boundary==_b1\r\n",
  "Content-Type: message/rfc822\r\n",
  "Content-Transfer-Encoding: base64\r\n",
  "Content-Transfer-Encoding: quoted-printable\r\n",
  "From: x@y.example\r\n",
  "Subject: \r\n",
  "charset=utf-7",
  "charset=utf-16",
  "filename*0*=",
  "<script>",
  "<blockquote type=cite>",
  "<div class=gmail_quote>",
  "<table><tr><td>",
  "</div></div></div>",
  "<!--",
  "<img src=cid:a onerror=x>",
  "javascript:",
  "begin 644 x\r\n",
  "-----Original Message-----\r\n",
  "On Monday, Ann wrote:\r\n> ",
  "(((",
  '"',
  "<",
  ">",
  "\u202e",
  "\ud83c",
  "\uff0f",
].map((token) => Buffer.from(token))

/** The message with a few things done to it that happen on the way, or that somebody does who means harm. */
export function mutate(raw: Buffer, other: Buffer, random: Random): Buffer {
  const below = (end: number) => Math.floor(random() * end)
  const pick = <Item>(list: Item[]) => list[below(list.length)] as Item
  let bytes = raw
  for (let times = 1 + below(6); times > 0; times--) bytes = pick(changes)(bytes, other, below)
  return bytes
}

type Change = (bytes: Buffer, other: Buffer, below: (end: number) => number) => Buffer

const changes: Change[] = [
  function flip(bytes, _, below) {
    const changed = Buffer.from(bytes)
    for (let times = below(8); times >= 0 && changed.length > 0; times--) changed[below(changed.length)] = below(256)
    return changed
  },
  function cut(bytes, _, below) {
    return bytes.subarray(0, below(bytes.length + 1))
  },
  function leaveOut(bytes, _, below) {
    const start = below(bytes.length + 1)
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + below(200))])
  },
  function repeat(bytes, _, below) {
    const start = below(bytes.length + 1)
    const piece = bytes.subarray(start, start + below(200))
    return Buffer.concat([bytes.subarray(0, start), ...Array(1 + below(20)).fill(piece), bytes.subarray(start)])
  },
  function insert(bytes, _, below) {
    const at = below(bytes.length + 1)
    return Buffer.concat([bytes.subarray(0, at), tokens[below(tokens.length)] as Buffer, bytes.subarray(at)])
  },
  function insertAtLine(bytes, _, below) {
    const feed = bytes.indexOf(0x0a, below(bytes.length + 1))
    return Buffer.concat([
      bytes.subarray(0, feed + 1),
      tokens[below(tokens.length)] as Buffer,
      bytes.subarray(feed + 1),
    ])
  },
  function swapLines(bytes, _, below) {
    const lines = bytes.toString("latin1").split("\n")
    const [one, two] = [below(lines.length), below(lines.length)]
    ;[lines[one], lines[two]] = [lines[two] ?? "", lines[one] ?? ""]
    return Buffer.from(lines.join("\n"), "latin1")
  },
  function splice(bytes, other, below) {
    return Buffer.concat([bytes.subarray(0, below(bytes.length + 1)), other.subarray(below(other.length + 1))])
  },
]
