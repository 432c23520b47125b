import { createCodeLoader } from './code-loader.ts'

/** The code of the outbox. It is loaded with the first action of the user, or when something is unsent. */
export const loadOutbox = createCodeLoader(() => import('./outbox.ts'))
