/** Refetches what the page shows, as pulling it down does. */
export const refreshEvent = 'quad:refresh'
