import { shrink } from './shrink.ts'

export type Job = { readonly file: Blob; readonly target: number }
export type Outcome = { readonly picture: Blob | undefined } | { readonly problem: string }

/** Handles one job. The page then terminates this worker. */
addEventListener('message', ({ data: { file, target } }: MessageEvent<Job>) => {
  shrink(file, target).then(
    (picture) => postMessage({ picture } satisfies Outcome),
    (problem: Error) => postMessage({ problem: problem.message } satisfies Outcome),
  )
})
