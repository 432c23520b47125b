import { Suspense } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'

const Drawn = lazyPart(
  () => import('./DrawnFormula.tsx'),
  ({ tex }) => <code>{tex}</code>,
)

/** A formula, shown as typed until the renderer is loaded. A separate block with `display`. */
export function Formula({ tex, display = false }: { tex: string; display?: boolean }) {
  return (
    <span className={display ? 'formula-block' : undefined}>
      <Suspense fallback={<code>{tex}</code>}>
        <Drawn tex={tex} display={display} />
      </Suspense>
    </span>
  )
}
