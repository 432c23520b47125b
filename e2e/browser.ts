/** Disables background activity of the browser. */
export const quietArguments = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * All pages of a context share one renderer process, which keeps the compiled code between tests. V8's optimizing
 * compilers are off: pages live for seconds, in which they cost more than they save.
 */
export const sharedRendererArguments = [...quietArguments, '--process-per-site', '--js-flags=--no-turbofan,--no-maglev']
