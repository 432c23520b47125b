declare global {
  interface Window {
    /** Set by the browser tests before a page loads. */
    quadTest?: { readonly readRetries: number }
  }
}

/** Number of retries of a failed read: `count`, except in browser tests, which avoid the delay. */
export const maxReadRetries = (count: number): number => window.quadTest?.readRetries ?? count
