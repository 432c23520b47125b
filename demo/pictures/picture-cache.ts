import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Rendering } from './render.ts'

/** Output folder of the build for the pictures of the demo. */
export const builtPictures = join(import.meta.dirname, '../../dist/demo-pictures')

/** Renderings in a folder, one file per key of `renderingKey`. */
export type PictureCache = {
  /** Undefined when the file is missing or damaged. */
  get(key: string): Promise<Rendering | undefined>
  /** Rejects when the folder is read-only. Concurrent processes may put the same key. */
  put(key: string, rendering: Rendering): Promise<void>
  /** Removes all other keys, and leftovers of an interrupted `put`. */
  keepOnly(keys: ReadonlySet<string>): Promise<void>
}

const extension = '.picture'

export function openPictureCache(folder: string): PictureCache {
  return {
    async get(key) {
      try {
        const value: unknown = deserialize(await readFile(join(folder, key + extension)))
        return isRendering(value) ? value : undefined
      } catch {
        return undefined
      }
    },
    async put(key, rendering) {
      await mkdir(folder, { recursive: true })
      const path = join(folder, key + extension)
      const half = `${path}.${randomBytes(6).toString('hex')}.new`
      await writeFile(half, serialize(rendering))
      await rename(half, path)
    },
    async keepOnly(keys) {
      for (const name of await readdir(folder))
        if (!name.endsWith(extension) || !keys.has(name.slice(0, -extension.length))) await rm(join(folder, name))
    },
  }
}

function isRendering(value: unknown): value is Rendering {
  const { width, height, thumbhash, fingerprints, full, variants } = (value ?? {}) as Partial<Rendering>
  return (
    Number.isInteger(width) &&
    Number.isInteger(height) &&
    Buffer.isBuffer(thumbhash) &&
    fingerprints !== undefined &&
    Buffer.isBuffer(full) &&
    full.length > 0 &&
    Array.isArray(variants) &&
    variants.every(({ width, webp }) => Number.isInteger(width) && Buffer.isBuffer(webp) && webp.length > 0)
  )
}
