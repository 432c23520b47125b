declare global {
  interface Window {
    /** Set by the browser tests before a page loads. */
    quadTest?: { readonly readRetries: number }
  }
}

/** How often a failed read is repeated: `count`, except in browser tests, which look at failures without the delay. */
export const maxReadRetries = (count: number): number => window.quadTest?.readRetries ?? count
