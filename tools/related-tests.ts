import { dirname } from 'node:path'

const featureFolder = /^src\/features\/[^/]+\//

/**
 * The folders with tests for changed files: for a file of a feature the whole feature, for other code its own folder.
 * Imports are too coarse: every server test loads the whole application, and so every file of it.
 */
export function foldersOfRelatedTests(changedFiles: readonly string[]): string[] {
  const code = changedFiles.filter((file) => /^(src|tests|demo|tools)\/.*\.(ts|tsx|css)$/.test(file))
  return [...new Set(code.map((file) => featureFolder.exec(file)?.[0] ?? `${dirname(file)}/`))].sort()
}
