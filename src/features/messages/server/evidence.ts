import type { Db } from '../../../shared/server/db/pools.ts'
import { findAttachments, listUploadUrls } from '../../media/server/files.ts'

export type MessageEvidence = { readonly text: string; readonly images: readonly string[] }

type ReportableMessage = {
  readonly id: string
  readonly content: string
  readonly image_url: string | null
  readonly has_files: boolean
}

/**
 * What a report keeps of messages, by id: the text, with the names of files and what the sender typed of a voice note, and
 * the URLs of all uploads.
 */
export async function collectEvidence(
  db: Db,
  schoolId: string,
  messages: readonly ReportableMessage[],
): Promise<ReadonlyMap<string, MessageEvidence>> {
  const withUploads = messages.filter(({ image_url, has_files }) => image_url !== null || has_files)
  const withFiles = messages.filter(({ has_files }) => has_files)
  const urls = await listUploadUrls(db, schoolId, 'message', withUploads.map(toId))
  const attachments = await findAttachments(db, schoolId, 'message', withFiles.map(toId))
  return new Map(
    messages.map(({ id, content, image_url }) => {
      const { files = [], voice } = attachments.get(id) ?? {}
      const unnamed = files.map(({ name }) => name).filter((name) => !content.includes(name))
      const lines = [
        content,
        ...unnamed.map((name) => `File: ${name}`),
        voice?.transcript && `Transcript: ${voice.transcript}`,
      ]
      const others = (urls.get(id) ?? []).filter((url) => url !== image_url)
      const images = image_url === null ? others : [image_url, ...others]
      return [id, { text: lines.filter(Boolean).join('\n\n'), images }]
    }),
  )
}

const toId = ({ id }: ReportableMessage) => id
