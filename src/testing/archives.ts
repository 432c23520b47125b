import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** Builds a ZIP archive of these entries, in order. The first is not compressed. */
export async function makeZip(entries: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [index, [name, content]] of Object.entries(entries).entries())
    zip.addBuffer(Buffer.from(content), name, { compress: index > 0 })
  zip.end()
  return buffer(zip.outputStream)
}

/** The parts of a document of Microsoft Office that show its type. */
export const makeOffice = (folder: 'word' | 'xl' | 'ppt', more: Readonly<Record<string, string>> = {}) =>
  makeZip({ '[Content_Types].xml': '<Types/>', [`${folder}/document.xml`]: '<document/>', ...more })

/** The parts of an OpenDocument file that show its type. */
export const makeOpenDocument = (type: 'text' | 'spreadsheet' | 'presentation') =>
  makeZip({ mimetype: `application/vnd.oasis.opendocument.${type}`, 'content.xml': '<content/>' })
