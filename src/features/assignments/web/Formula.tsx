import { lazy, Suspense } from 'react'

const Drawn = lazy(() => import('./DrawnFormula.tsx'))

/** A formula; as it was typed until what draws it has come. A block of its own when `display`. */
export function Formula({ tex, display = false }: { tex: string; display?: boolean }) {
  return (
    <span className={display ? 'formula-block' : undefined}>
      <Suspense fallback={<code>{tex}</code>}>
        <Drawn tex={tex} display={display} />
      </Suspense>
    </span>
  )
}
