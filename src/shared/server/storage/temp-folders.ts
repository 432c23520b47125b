import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const tempPath = (dataDir: string) => join(dataDir, 'tmp')
/** Where image decoders exchange files with the server, on the same disk as the temporary folder. */
export const decodersPath = (dataDir: string) => join(dataDir, 'decoders')

/** Removes files left by a killed server; called once by the server of a data folder when it starts. */
export function clearTempFiles(dataDir: string): void {
  for (const folder of [tempPath(dataDir), decodersPath(dataDir)]) rmSync(folder, { recursive: true, force: true })
}

export function openTempFolder(dataDir: string) {
  const passing = () => join(tempPath(dataDir), randomBytes(12).toString('hex'))
  return async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
    const folder = passing()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    try {
      return await work(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}
