import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'
import { openDisk } from './disk.ts'
import type { Storage } from './types.ts'

/** The store of this configuration. Only who uses S3 pays for its SDK. */
export async function openStorage({ dataDir, storageUrl }: Pick<Config, 'dataDir' | 'storageUrl'>): Promise<Storage> {
  if (storageUrl?.startsWith('s3:')) return (await import('./s3.ts')).openS3(storageUrl, dataDir)
  return openDisk(storageUrl ? fileURLToPath(storageUrl) : join(dataDir, 'files'), dataDir)
}
