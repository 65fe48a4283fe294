import type { Config } from "../config.ts"
import { openDiskFiles } from "./disk.ts"
import type { Files } from "./files.ts"
import { openS3Files } from "./s3.ts"
import type { S3Settings } from "./s3-client.ts"

/** Where this desk keeps uploaded contents. */
export function openFiles(config: Config): Files {
  const settings = s3SettingsOf(config)
  return settings ? openS3Files(settings, config.filesDir) : openDiskFiles(config.filesDir)
}

/** Nothing where they are in a folder; the configuration has all of them or none. */
export function s3SettingsOf(config: Config): S3Settings | undefined {
  const { filesS3Endpoint: endpoint, filesS3Bucket: bucket, filesS3KeyId: keyId, filesS3Secret: secret } = config
  if (endpoint === undefined || bucket === undefined || keyId === undefined || secret === undefined) return undefined
  return { endpoint, bucket, region: config.filesS3Region, keyId, secret, prefix: config.filesS3Prefix }
}
