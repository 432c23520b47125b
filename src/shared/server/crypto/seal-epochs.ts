// The months of tags and seals at schools where authorship ends. Such a row needs the key of its month, which is destroyed
// later, so its tag and seal begin with the month: a tag is two bytes longer than others, a seal has version 3.

/** What a row of `seal_epochs` is for: the first day of a month, or what lasts as long as the school. */
export const lastingEpoch = 'infinity'

/** Months since January 1970, in UTC. */
export const toMonth = (time: Date): number => (time.getUTCFullYear() - 1970) * 12 + time.getUTCMonth()

/** The epoch of a month: '2026-11-01'. */
export const toEpoch = (month: number): string =>
  `${1970 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`

export const parseEpoch = (epoch: string): number => toMonth(new Date(epoch))

const monthBytes = 2
const tagBytes = 32
const sealVersion = 3
/** Version and month. */
const sealHeaderBytes = 1 + monthBytes

export const toTagHeader = (month: number): Buffer => {
  const header = Buffer.alloc(monthBytes)
  header.writeUInt16BE(month)
  return header
}
export const toSealHeader = (month: number): Buffer => Buffer.concat([Buffer.of(sealVersion), toTagHeader(month)])

/** The month of a tag; undefined for tags without one. */
export const readTagMonth = (tag: Buffer): number | undefined =>
  tag.length === monthBytes + tagBytes ? tag.readUInt16BE() : undefined

/** The month of a seal; undefined for seals without one. Like `seal_epoch` in SQL. */
export const readSealMonth = (seal: Buffer): number | undefined =>
  seal[0] === sealVersion && seal.length > sealHeaderBytes ? seal.readUInt16BE(1) : undefined

/** Bytes of a seal before what is encrypted: its version, and its month if it has one. */
export const countSealHeader = (seal: Buffer): number => (readSealMonth(seal) === undefined ? 1 : sealHeaderBytes)
