import type { S3Settings } from "./s3-client.ts"

/** Where the contents with this key are. */
export function nameOf({ prefix }: Pick<S3Settings, "prefix">, key: string): string {
  return `${prefix}contents/${key}`
}

/** Where they wait for a while after nobody wanted them any more. */
export function asideOf({ prefix }: Pick<S3Settings, "prefix">, key: string): string {
  return `${prefix}removed/${key}`
}
