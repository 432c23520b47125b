import type { Purpose } from '../contract.ts'

// Repeats the contract's limits: the browser imports only types from contracts, so that it does not load zod. A test
// compares them.

export const megabyte = 1024 * 1024

/** Per upload or post. */
export const maxFiles = 10

/** Per file of a post, image or video. */
export const maxPostBytes = 50 * megabyte

/** Widths of the smaller copies that the server stores of a wider image. */
export const widths = [320, 640, 1280] as const

/** Compression target in bytes. */
export const targetBytes = (purpose: Purpose): number => (targets[purpose] ?? 1) * megabyte

const targets: Partial<Record<Purpose, number>> = { answer: 2, ad: 2, group_post: 5 }
