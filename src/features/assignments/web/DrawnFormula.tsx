import katex from 'katex'
import 'katex/dist/katex.min.css'
import { useLayoutEffect, useRef } from 'react'

/** Maximum macro expansions, and maximum size of an element in em, so that no formula fills the screen. */
const bounds = { maxExpand: 200, maxSize: 10 }

/** A formula rendered by KaTeX, with MathML for screen readers. An invalid one is shown as typed. */
export default function DrawnFormula({ tex, display }: { tex: string; display: boolean }) {
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (!place.current) return
    try {
      katex.render(tex, place.current, { displayMode: display, strict: 'ignore', trust: false, ...bounds })
    } catch {
      place.current.textContent = tex
    }
  }, [tex, display])
  return <span ref={place} />
}
