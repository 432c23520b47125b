import { Suspense } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'

const Drawn = lazyPart(
  () => import('./DrawnFormula.tsx'),
  ({ tex }) => <code>{tex}</code>,
)

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
