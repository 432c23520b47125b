// Files and voice notes of messages. Apart from what pages with pictures load.
import { z } from 'zod'

/** Types of the files of messages, by the end of their name. */
export const fileTypes = ['pdf', 'txt', 'md', 'csv', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'zip'] as const
export type FileType = (typeof fileTypes)[number]

/** Milliseconds of a voice note, values of its waveform, and characters of what its sender types of it. */
export const maxVoiceMs = 180_000
export const waveformLength = 40
export const maxTranscriptLength = 5000

/** Characters of the name of a file. */
export const maxNameLength = 200

/** A file of a message. It is downloaded, never shown. */
export const FileAttachment = z.object({
  /** `/media/NAME.pdf`. */
  url: z.string(),
  kind: z.literal('file'),
  /** As its sender named it. */
  name: z.string(),
  bytes: z.int(),
})
export type FileAttachment = z.infer<typeof FileAttachment>

/** A voice note. */
export const Voice = z.object({
  /** `/media/NAME.m4a` or `.weba`. */
  url: z.string(),
  /** Loudness from beginning to end, each from 0 to 100. */
  waveform: z.array(z.int()),
  /** What the sender has typed of it. */
  transcript: z.string().nullable(),
  seconds: z.int(),
})
export type Voice = z.infer<typeof Voice>
