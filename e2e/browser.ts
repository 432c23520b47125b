/** What keeps a browser from doing anything by itself. */
export const quietArguments = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * All pages of a context share one renderer process, which keeps the compiled code between tests. The optimizing compilers of
 * V8 are off: a page lives for seconds, in which they cost more than they save.
 */
export const sharedRendererArguments = [...quietArguments, '--process-per-site', '--js-flags=--no-turbofan,--no-maglev']
