// Finds the type of a file of a message from its bytes. Nothing is decompressed: the names in an archive are in its
// directory, and a document of OpenDocument begins with its type.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { type FileType, fileTypes } from '../attachment-contract.ts'

/** The type of a file that may be sent, and SHA-256 of its bytes. */
export type KnownFile = { readonly type: FileType; readonly sha256: Buffer }

const textTypes: readonly FileType[] = ['txt', 'md', 'csv']

/** Returns the type of a file. Undefined when it is not allowed, or when its bytes are not what its name says. */
export async function identifyFile(path: string, name: string): Promise<KnownFile | undefined> {
  const named = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase()
  const type = fileTypes.find((known) => known === named)
  if (type === undefined) return undefined
  const { sha256, isText } = await readWhole(path)
  if (textTypes.includes(type)) return isText ? { type, sha256 } : undefined
  const file = await open(path)
  try {
    return (await hasSignature(file, type)) ? { type, sha256 } : undefined
  } finally {
    await file.close()
  }
}

/** Control characters besides tab, line feed, form feed and carriage return. */
const isControl = (byte: number) => (byte < 32 && ![9, 10, 12, 13].includes(byte)) || byte === 127

async function readWhole(path: string): Promise<{ sha256: Buffer; isText: boolean }> {
  const hash = createHash('sha256')
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isText = true
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    isText &&= !chunk.some(isControl) && decodes(() => decoder.decode(chunk, { stream: true }))
  }
  isText &&= decodes(() => decoder.decode())
  return { sha256: hash.digest(), isText }
}

function decodes(decode: () => string): boolean {
  try {
    decode()
    return true
  } catch {
    return false
  }
}

async function hasSignature(file: FileHandle, type: FileType): Promise<boolean> {
  const head = await bytesAt(file, 0, 256)
  if (type === 'pdf') return head.toString('latin1', 0, 5) === '%PDF-'
  const { size } = await file.stat()
  const names = await listEntries(file, size)
  if (!names || names.some(isExecutable)) return false
  if (type === 'zip') return true
  const marked = openDocumentTypes[type]
  if (marked !== undefined) return beginsWithMark(head, marked)
  const folder = officeFolders[type]
  return names.includes('[Content_Types].xml') && names.some((name) => name.startsWith(`${folder}/`))
}

const openDocumentTypes: Readonly<Partial<Record<FileType, string>>> = {
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
}
const officeFolders: Readonly<Partial<Record<FileType, string>>> = { docx: 'word', xlsx: 'xl', pptx: 'ppt' }

/** Programs in the form of an archive (Java, Android), and macros, which documents of these types have not. */
const isExecutable = (name: string) =>
  ['META-INF/MANIFEST.MF', 'AndroidManifest.xml'].includes(name) || /(^|\/)vbaProject\.bin$/i.test(name)

const signature = { entry: 0x04034b50, directory: 0x02014b50, end: 0x06054b50 }
const lengths = { entry: 30, directory: 46, end: 22 }
/** Of a comment after the end of an archive, of the directory of names, and entries that are read of it. */
const limits = { comment: 65_535, directoryBytes: 4 * 1024 ** 2, entries: 20_000 }

/** Whether the first entry of an archive is `mimetype`, not compressed, with this content. Another record follows it. */
function beginsWithMark(head: Buffer, marked: string): boolean {
  if (head.length < lengths.entry || head.readUInt16LE(8) !== 0) return false
  const from = lengths.entry + head.readUInt16LE(26)
  if (head.toString('latin1', lengths.entry, from) !== 'mimetype') return false
  const content = from + head.readUInt16LE(28)
  return head.toString('latin1', content, content + marked.length + 2) === `${marked}PK`
}

/** Names in the directory of a ZIP archive. Undefined when the file is not an archive, or has too many. */
async function listEntries(file: FileHandle, size: number): Promise<readonly string[] | undefined> {
  const head = await bytesAt(file, 0, 4)
  // A program that unpacks itself begins with its own code.
  if (head.length < 4 || ![signature.entry, signature.end].includes(head.readUInt32LE(0))) return undefined
  const tailStart = Math.max(0, size - limits.comment - lengths.end)
  const tail = await bytesAt(file, tailStart, size - tailStart)
  const end = findEnd(tail)
  if (end === undefined) return undefined
  const count = tail.readUInt16LE(end + 10)
  const length = tail.readUInt32LE(end + 12)
  const start = tail.readUInt32LE(end + 16)
  if (count > limits.entries || length > limits.directoryBytes || start + length > size) return undefined
  return readDirectory(await bytesAt(file, start, length), count)
}

function findEnd(tail: Buffer): number | undefined {
  for (let index = tail.length - lengths.end; index >= 0; index--)
    if (
      tail.readUInt32LE(index) === signature.end &&
      index + lengths.end + tail.readUInt16LE(index + 20) <= tail.length
    )
      return index
  return undefined
}

function readDirectory(directory: Buffer, count: number): readonly string[] | undefined {
  const names: string[] = []
  for (let at = 0; names.length < count; ) {
    if (at + lengths.directory > directory.length || directory.readUInt32LE(at) !== signature.directory)
      return undefined
    const name = at + lengths.directory
    const nameEnd = name + directory.readUInt16LE(at + 28)
    if (nameEnd > directory.length) return undefined
    names.push(directory.toString('utf8', name, nameEnd))
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return names
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
