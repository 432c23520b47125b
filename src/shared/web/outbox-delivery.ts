import type { OutboxItem, StoredFile, StoredWish } from './outbox-item.ts'
import { transfer, type UploadFile } from './outbox-transfers.ts'
import { callStored } from './stored-call.ts'

/** The server deletes files after a day that no item contains; a file is uploaded again well before. */
const maxUploadAgeMs = 20 * 3_600_000

/** Uploads the files of an item and sends it. `keep` stores the URLs, so that the next attempt does not upload again. */
export async function deliver(
  item: OutboxItem,
  upload: UploadFile | undefined,
  keep: (change: Partial<OutboxItem>) => Promise<void>,
): Promise<unknown> {
  const files = await uploadAll(item, upload, (files) => keep({ files }))
  const { filesField: field } = item
  const urls = files.flatMap(({ url }) => url ?? [])
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

async function uploadAll(
  { key, files = [] }: OutboxItem,
  upload: UploadFile | undefined,
  keep: (files: readonly StoredFile[]) => Promise<void>,
): Promise<readonly StoredFile[]> {
  const done = [...files]
  for (const [index, { file, url, uploaded_at = 0, ...kept }] of files.entries()) {
    if (!file || !upload || (url !== undefined && Date.now() - uploaded_at < maxUploadAgeMs)) continue
    done[index] = { ...kept, file, url: await transfer(key, upload, file, kept.purpose), uploaded_at: Date.now() }
    await keep([...done])
  }
  return done
}

function readField(reply: unknown, field: string): StoredWish['wish'] | undefined {
  let value: unknown = reply
  for (const name of field.split('.')) value = (value as Record<string, unknown> | undefined)?.[name]
  return value as StoredWish['wish'] | undefined
}
