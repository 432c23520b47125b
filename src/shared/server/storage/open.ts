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
  proxySendsMedia,
}: Pick<Config, 'dataDir' | 'storageUrl'> &
  Partial<Pick<Config, 'storageKeys' | 'proxySendsMedia'>>): Promise<Storage> {
  if (storageUrl?.startsWith('s3:')) return (await import('./s3.ts')).openS3(storageUrl, dataDir, storageKeys)
  // Below the data folder, only the server's account can read anything.
  return storageUrl
    ? openDisk(fileURLToPath(storageUrl), dataDir, proxySendsMedia)
    : openDisk(join(dataDir, 'files'), dataDir)
}
