import { isRefused } from './data/errors.ts'

declare global {
  interface Window {
    /** Set by the browser tests before a page loads. */
    quadTest?: { readonly readRetries: number }
  }
}

/**
 * Whether a failed read is repeated: `count` times, except in browser tests, which avoid the delay. A refusal is final,
 * such as 403 and 404.
 */
export const retryRead =
  (count: number) =>
  (failures: number, error: Error): boolean =>
    failures < (window.quadTest?.readRetries ?? count) && !isRefused(error)
