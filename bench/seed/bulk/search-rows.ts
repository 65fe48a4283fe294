import { partGap } from "../../../server/src/search/words.ts"
import type { BinaryRows } from "./binary-rows.ts"
import type { Body } from "./text/bodies.ts"
import type { Lexicon, OwnWord, Piece } from "./text/lexicon.ts"

export const searchColumns = "conversation_id, thread_id, words"

/** The search entries of search/words.ts, made from words that are folded and sorted already. */
export class SearchRows {
  private readonly rows: BinaryRows
  private readonly lexicon: Lexicon
  /** Rank and position of each word in one number, so that one native sort orders both. */
  private readonly keys = new Uint32Array(1024)
  private keyCount = 0
  private readonly own: { word: OwnWord; position: number }[] = []
  private position = 1

  constructor(rows: BinaryRows, lexicon: Lexicon) {
    this.rows = rows
    this.lexicon = lexicon
  }

  subject(conversationId: number, subject: Piece): void {
    this.add(subject)
    this.finish(conversationId, 0, weightA)
  }

  thread(entry: { conversationId: number; threadId: number }, body: Body, addresses: OwnWord[]): void {
    for (const paragraph of body.paragraphs) for (const piece of paragraph) this.add(piece)
    if (body.reference) this.own.push({ word: body.reference, position: this.position++ })
    this.position += partGap
    for (const word of addresses) this.own.push({ word, position: this.position++ | weightB })
    this.finish(entry.conversationId, entry.threadId, 0)
  }

  private add(piece: Piece): void {
    const { words } = piece
    for (let index = 0; index < words.length; index++)
      this.keys[this.keyCount++] = (words[index]! << positionBits) | this.position++
  }

  private finish(conversationId: number, threadId: number, weight: number): void {
    const { rows } = this
    rows.begin(3)
    rows.bigint(conversationId)
    rows.bigint(threadId)
    rows.measured(() => this.writeVector(weight))
    this.keyCount = 0
    this.own.length = 0
    this.position = 1
  }

  private writeVector(weight: number): void {
    const { rows, keys, keyCount, own } = this
    const { terminated } = this.lexicon
    keys.subarray(0, keyCount).sort()
    own.sort(byWord)
    const countAt = rows.position
    rows.int(0)
    let count = 0
    let ownAt = 0
    for (let at = 0; at < keyCount; count++) {
      const rank = keys[at]! >>> positionBits
      while (ownAt < own.length && own[ownAt]!.word.rank <= rank) {
        ownAt = this.writeOwn(ownAt)
        count++
      }
      rows.rawShort(terminated[rank]!)
      const lengthAt = rows.position
      rows.short(0)
      let positions = 0
      for (; at < keyCount && keys[at]! >>> positionBits === rank; at++, positions++)
        rows.short((keys[at]! & lastPosition) | weight)
      rows.patchShort(lengthAt, positions)
    }
    for (; ownAt < own.length; count++) ownAt = this.writeOwn(ownAt)
    rows.patchInt(countAt, count)
  }

  /** Writes one word with all its positions and gives the index of the next. */
  private writeOwn(from: number): number {
    const { rows, own } = this
    const { word, terminated } = own[from]!.word
    let to = from + 1
    while (to < own.length && own[to]!.word.word === word) to++
    rows.rawShort(terminated)
    rows.short(to - from)
    for (let at = from; at < to; at++) rows.short(own[at]!.position)
    return to
  }
}

const weightA = 3 << 14
const weightB = 2 << 14

/** Room for the longest seeded body, and beside it for four million words. */
const positionBits = 10
const lastPosition = (1 << positionBits) - 1

function byWord(one: { word: OwnWord; position: number }, other: { word: OwnWord; position: number }): number {
  if (one.word.word === other.word.word) return one.position - other.position
  return one.word.word < other.word.word ? -1 : 1
}
