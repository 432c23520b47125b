import type { Purpose } from '../contract.ts'

// The contract's figures once more: nothing but types of a contract reaches the browser, which is spared zod. A test
// compares them.

export const megabyte = 1024 * 1024

/** The most files of one upload or one post. */
export const maxFiles = 10

/** The most bytes of one file of a post, picture or video. */
export const maxPostBytes = 50 * megabyte

/** Widths in which the server keeps a picture that is wider. */
export const widths = [320, 640, 1280] as const

/** What pictures are compressed to, in bytes. */
export const targetBytes = (purpose: Purpose): number => (targets[purpose] ?? 1) * megabyte

const targets: Partial<Record<Purpose, number>> = { answer: 2, ad: 2, group_post: 5 }
