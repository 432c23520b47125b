/** The path that tests use where no route may answer. */
const missing = '/api/nothing-here'
const quotedPath = /(['"`])(?:\*\*)?(\/api\/(?:\$\{[^}]*\}|(?!\1)[^?#\s])+)/g

/**
 * Quoted paths below `/api/` of a source file that match none of the known paths. In both, a parameter, a placeholder
 * and a `*` stand for any segment.
 */
export function findUnknownPaths(source: string, known: readonly string[]): { line: number; path: string }[] {
  const patterns = known.map(toSegments)
  return source.split('\n').flatMap((text, index) =>
    [...text.matchAll(quotedPath)]
      .map(([, , path = '']) => path)
      .filter((path) => path !== missing && !patterns.some((pattern) => matches(toSegments(path), pattern)))
      .map((path) => ({ line: index + 1, path })),
  )
}

function toSegments(path: string): string[] {
  return path
    .replaceAll(/\$\{[^}]*\}/g, '*')
    .replace(/(?<=[^/])\*+$/, '')
    .split('/')
    .map((segment) => (segment.startsWith(':') || segment.includes('*') ? '*' : segment))
}

function matches(path: readonly string[], pattern: readonly string[]): boolean {
  return (
    path.length === pattern.length &&
    path.every((segment, index) => segment === pattern[index] || segment === '*' || pattern[index] === '*')
  )
}
