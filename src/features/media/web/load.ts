import { createCodeLoader } from '../../../shared/web/code-loader.ts'

/** Loaded on demand: the image helper is large, and only users who choose an image need it. */
export const loadCompress = createCodeLoader(() => import('./compress.ts'))
export const loadProcessing = createCodeLoader(() => import('./processing.ts'))
export const loadShrink = createCodeLoader(() => import('./shrink.ts'))
