import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

// A file: header, then frames of length, end mark, ciphertext and tag. Frames are numbered, and the last one is marked, so a
// file that was cut off, reordered or renamed does not decrypt.
const magic = Buffer.from('QUADENC1')
const [timeBytes, saltBytes, keyIdBytes, tagBytes, frameHeadBytes] = [8, 16, 8, 16, 5]
export const headerBytes = magic.length + timeBytes + saltBytes + keyIdBytes

/** The keys of the archives of this installation: of backups, of base backups and of the log of the database. */
export type ArchiveKeys = {
  /** The key of a new file, from the newest secret key, and the id by which it is found again. */
  create(salt: Buffer): Promise<{ readonly id: Buffer; readonly key: Buffer }>
  /** The key of a file. Undefined when none of the secret keys has this id. */
  find(id: Buffer, salt: Buffer): Promise<Buffer | undefined>
  /** Identifies the newest secret key, and reveals nothing else about it. */
  fingerprint(): Promise<string>
}

/** For the key process, commands and tests. Secret keys newest first. */
export function openArchiveKeys(secretKeys: readonly string[]): ArchiveKeys {
  const [newest = ''] = secretKeys
  return {
    create: async (salt) => ({ id: toKeyId(newest), key: toFileKey(newest, salt) }),
    async find(id, salt) {
      const secretKey = secretKeys.find((each) => toKeyId(each).equals(id))
      return secretKey === undefined ? undefined : toFileKey(secretKey, salt)
    },
    fingerprint: async () => createHmac('sha256', newest).update('backup').digest('hex').slice(0, 16),
  }
}

const toKeyId = (secretKey: string) =>
  createHmac('sha256', secretKey).update('recovery archive').digest().subarray(0, keyIdBytes)

const toFileKey = (secretKey: string, salt: Buffer) =>
  Buffer.from(hkdfSync('sha256', secretKey, salt, 'quad recovery archive v1', 32))

/** Of one frame of a file with its header and name; each file has a key of its own, so the number is a safe nonce. */
function toFrameParams(header: Buffer, name: string, index: number, isLast: boolean) {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(index), 4)
  return { nonce, data: Buffer.concat([header, Buffer.of(isLast ? 1 : 0), Buffer.from(name)]) }
}

/** Encrypts a stream. `name` is bound to it, and `at` can be read without the key. */
export function encryptStream(keys: Pick<ArchiveKeys, 'create'>, { name, at }: { name: string; at: Date }) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const time = Buffer.alloc(timeBytes)
    time.writeBigUInt64BE(BigInt(at.getTime()))
    const salt = randomBytes(saltBytes)
    const { id, key } = await keys.create(salt)
    const header = Buffer.concat([magic, time, salt, id])
    let index = 0
    const frame = (chunk: Buffer, isLast: boolean) => {
      const { nonce, data } = toFrameParams(header, name, index, isLast)
      index += 1
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAAD(data)
      const head = Buffer.alloc(frameHeadBytes)
      head.writeUInt32BE(chunk.length)
      head[4] = isLast ? 1 : 0
      return Buffer.concat([head, cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
    }
    yield header
    for await (const chunk of source) yield frame(chunk, false)
    yield frame(Buffer.alloc(0), true)
  }
}

/** Decrypts such a stream. Throws for another key or name, and for a file that was changed or cut off. */
export function decryptStream(keys: Pick<ArchiveKeys, 'find'>, name: string) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const take = createReader(source, name)
    const header = await take(headerBytes)
    if (!header.subarray(0, magic.length).equals(magic)) throw new Error(`${name} is not part of a recovery archive.`)
    const salt = header.subarray(magic.length + timeBytes, -keyIdBytes)
    const key = await keys.find(header.subarray(-keyIdBytes), salt)
    if (key === undefined)
      throw new Error(`${name} was encrypted with another SECRET_KEY. Set that one, or name it in SECRET_KEY_OLD.`)
    for (let index = 0; ; index++) {
      const head = await take(frameHeadBytes)
      const isLast = head[4] === 1
      const { nonce, data } = toFrameParams(header, name, index, isLast)
      const body = await take(head.readUInt32BE() + tagBytes)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAAD(data)
      decipher.setAuthTag(body.subarray(-tagBytes))
      let text: Buffer
      try {
        text = Buffer.concat([decipher.update(body.subarray(0, -tagBytes)), decipher.final()])
      } catch {
        throw new Error(`${name} is damaged.`)
      }
      if (isLast) return
      yield text
    }
  }
}

/** The time in a header. */
export const readTime = (header: Buffer): Date => new Date(Number(header.readBigUInt64BE(magic.length)))

/** Frames come from streams, of at most a few hundred kilobytes; a larger length is damage. */
const maxTakeBytes = 64 * 1024 * 1024

function createReader(source: AsyncIterable<Buffer>, name: string) {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer[] = []
  let size = 0
  return async (wanted: number): Promise<Buffer> => {
    if (wanted > maxTakeBytes) throw new Error(`${name} is damaged.`)
    while (size < wanted) {
      const next = await chunks.next()
      if (next.done) throw new Error(`${name} is damaged: its end is missing.`)
      rest.push(next.value)
      size += next.value.length
    }
    const all = rest.length === 1 ? (rest[0] as Buffer) : Buffer.concat(rest)
    rest = [all.subarray(wanted)]
    size -= wanted
    return all.subarray(0, wanted)
  }
}
