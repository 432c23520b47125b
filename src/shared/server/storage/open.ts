import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'
import { openDisk } from './disk.ts'
import type { Storage } from './storage.ts'

/** Opens the configured storage. Loads the AWS SDK only for S3. */
export async function openStorage({
  dataDir,
  storageUrl,
  storageKeys,
}: Pick<Config, 'dataDir' | 'storageUrl' | 'storageKeys'>): Promise<Storage> {
  if (storageUrl?.startsWith('s3:')) return (await import('./s3.ts')).openS3(storageUrl, dataDir, storageKeys)
  return openDisk(storageUrl ? fileURLToPath(storageUrl) : join(dataDir, 'files'), dataDir)
}
