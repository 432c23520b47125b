import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { chmod, copyFile, glob, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { unavailable } from '../http/errors.ts'
import { parseStorageKey, type Storage, storageKey } from './storage.ts'
import { openTempFolder } from './temp-folders.ts'

/** Storage in a folder of this machine, or in a shared one. Only this process's account reads it, or also its group. */
export function openDisk(folder: string, dataDir: string, isGroupReadable = false): Storage {
  const fileMode = isGroupReadable ? 0o640 : 0o600
  const folderMode = isGroupReadable ? 0o750 : 0o700
  const filePath = (file: Parameters<typeof storageKey>[0]) => join(folder, storageKey(file))
  const makeFolder = async (path: string) => {
    const first = await mkdir(path, { recursive: true, mode: folderMode })
    if (first === undefined || !isGroupReadable) return
    for (let made = path; made.length >= first.length; made = dirname(made)) await chmod(made, folderMode) // overrides the umask
  }
  const putWith =
    (flush: (path: string) => Promise<void>): Storage['put'] =>
    async (file, source) => {
      const path = filePath(file)
      const half = partialPath(path)
      try {
        await makeFolder(dirname(path))
        if (typeof source !== 'string') await writeFile(half, source, { mode: fileMode })
        else await rename(source, half).catch((error) => moveAcross(error, source, half))
        await chmod(half, fileMode) // overrides the umask of programs that wrote the file
        await flush(half)
        await rename(half, path)
        await flush(dirname(path))
      } catch (error) {
        await rm(half, { force: true }).catch(() => {})
        throw unavailable(error)
      }
    }
  const put = putWith(onDisk)
  return {
    put,
    async putMany(work) {
      if (process.platform !== 'linux') return work(put)
      let isFlushed = true
      const result = await work(
        putWith(async () => {
          isFlushed = false
        }),
      )
      if (!isFlushed) await flushFileSystem(folder)
      return result
    },
    async renew(file) {
      const path = filePath(file)
      const half = partialPath(path)
      try {
        await copyFile(path, half) // a new inode, so that its creation time reveals nothing either
        await chmod(half, fileMode)
        await onDisk(half)
        await rename(half, path)
        await onDisk(dirname(path))
      } catch (error) {
        await rm(half, { force: true }).catch(() => {})
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw unavailable(error)
      }
    },
    async open(file) {
      const handle = await open(filePath(file)).catch(unlessMissing)
      if (!handle) return undefined
      const { size } = await handle.stat()
      return {
        size,
        stream: (range) => createReadStream('', { fd: handle, ...(range && { start: range.from, end: range.to }) }),
        close: () => handle.close(),
      }
    },
    toProxyPath: (file) => `/stored-files/${storageKey(file)}`,
    async remove(file) {
      const path = filePath(file)
      await rm(path, { force: true })
      await rm(partialPath(path), { force: true }) // left by a server that was killed while writing
    },
    async *list() {
      for await (const path of glob('*/*/*', { cwd: folder })) {
        const file = parseStorageKey(path)
        if (file) yield file
      }
    },
    withTempFolder: openTempFolder(dataDir),
    clear: () => rm(folder, { recursive: true, force: true }),
  }
}

const partialPath = (path: string) => `${path}.new`

/** The temporary folder may be on another disk than the files. */
async function moveAcross(error: NodeJS.ErrnoException, from: string, to: string) {
  if (error.code !== 'EXDEV') throw error
  await copyFile(from, to)
  await rm(from)
}

/** Syncs to disk, so that a power failure leaves neither a name without content nor content without a name. */
async function onDisk(path: string) {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** One call for all files, since syncing each costs a write of the journal. Also reports what could not be written before. */
const flushFileSystem = (folder: string) =>
  promisify(execFile)('sync', ['-f', folder]).then(
    () => {},
    (error) => {
      throw unavailable(error)
    },
  )

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw unavailable(error)
}
