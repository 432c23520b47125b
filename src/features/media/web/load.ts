import { createCodeLoader } from '../../../shared/web/code-loader.ts'

/** The image helper and what tells of its work: big, and only for people who choose a picture. */
export const loadCompress = createCodeLoader(() => import('./compress.ts'))
export const loadProcessing = createCodeLoader(() => import('./processing.ts'))
export const loadShrink = createCodeLoader(() => import('./shrink.ts'))
