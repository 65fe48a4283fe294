import type { Writable } from "node:stream"

/** Builds the web application where its sources have changed. False when it failed. */
export function buildWeb(node: string, messages: Writable): Promise<boolean>
