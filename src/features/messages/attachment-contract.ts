import { z } from 'zod'
import { text } from '../../shared/contract.ts'
import { maxTranscriptLength, waveformLength } from '../media/attachment-contract.ts'

/** Pictures of a message, and what is attached to it together with its files. */
export const maxPictures = 10
export const maxMessageFiles = 10

/** What is attached to a new message. Its text may be empty then. */
export const attached = {
  /** Uploads of the purposes `message`, which are its pictures, and `message_file`. */
  attachment_urls: z
    .array(z.string().max(500))
    .max(maxMessageFiles, `You can send up to ${maxMessageFiles} files at a time`)
    .optional(),
  /** An upload of the purpose `voice`. */
  voice: z
    .object({
      url: z.string().max(500),
      waveform: z.array(z.int().min(0).max(100)).length(waveformLength),
      transcript: text({ max: maxTranscriptLength, min: 0 }).nullish(),
    })
    .nullish(),
}
