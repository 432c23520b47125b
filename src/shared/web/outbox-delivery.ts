import type { OutboxItem, StoredFile, StoredWish } from './outbox-item.ts'
import { transfer, type UploadFile, withUpload } from './outbox-transfers.ts'
import { callStored } from './stored-call.ts'

/** The server deletes files after a day that no item contains; a file is uploaded again well before. */
const maxUploadAgeMs = 20 * 3_600_000

/** Stores where the file at a place was uploaded, so that the next attempt does not upload it again. */
type KeepUpload = (place: number, uploaded: Required<Pick<StoredFile, 'url' | 'uploaded_at'>>) => Promise<void>

/** Uploads the files of an item and sends it. */
export async function deliver(item: OutboxItem, upload: UploadFile | undefined, keep: KeepUpload): Promise<unknown> {
  const urls = await uploadAll(item, upload, keep)
  const { filesField: field } = item
  const withFiles = field && urls.length > 0 ? setField(item, field.name, field.isList ? urls : urls[0]) : {}
  const reply = await request(item, withFiles, item.key)
  // A toggling call may have arrived before: then the reply shows the opposite, and one more call corrects it.
  const { wish } = item
  return wish && readField(reply, wish.field) !== wish.fulfilled ? request(item, withFiles, crypto.randomUUID()) : reply
}

/** The field with its new value; of one within another, with the others there. */
function setField({ call }: OutboxItem, path: string, value: unknown): object {
  const [name = '', inner] = path.split('.')
  return { [name]: inner === undefined ? value : { ...(call.body?.[name] as object | undefined), [inner]: value } }
}

function request({ call }: OutboxItem, more: object, key: string): Promise<unknown> {
  const withFiles = call.body ? { ...call, body: { ...call.body, ...more } } : call
  return callStored(withFiles, call.route.startsWith('POST ') ? key : undefined)
}

/** Returns the URLs of the files that the user has not left out, also meanwhile. */
async function uploadAll(
  { key, files = [] }: OutboxItem,
  upload: UploadFile | undefined,
  keep: KeepUpload,
): Promise<readonly string[]> {
  const urls = files.map(({ url }) => url)
  const places = [...files.keys()].filter((place) => !files[place]?.is_left_out)
  const sent = await withUpload(key, places, async () => {
    for (const place of places) {
      const { file, url, uploaded_at = 0, purpose } = files[place] as StoredFile
      if (!file || !upload || (url !== undefined && Date.now() - uploaded_at < maxUploadAgeMs)) continue
      const uploaded = await transfer({ key, place }, upload, { file, purpose })
      if (uploaded === undefined) continue
      urls[place] = uploaded
      await keep(place, { url: uploaded, uploaded_at: Date.now() })
    }
  })
  return sent.flatMap((place) => urls[place] ?? [])
}

function readField(reply: unknown, field: string): StoredWish['wish'] | undefined {
  let value: unknown = reply
  for (const name of field.split('.')) value = (value as Record<string, unknown> | undefined)?.[name]
  return value as StoredWish['wish'] | undefined
}
