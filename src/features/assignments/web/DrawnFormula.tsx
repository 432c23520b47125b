import katex from 'katex'
import 'katex/dist/katex.min.css'
import { useLayoutEffect, useRef } from 'react'

/** How often a formula may use what it defines, and how many em a thing in it may measure: no text fills a screen. */
const bounds = { maxExpand: 200, maxSize: 10 }

/** A formula drawn by KaTeX, with MathML for those who listen. One that can't be read stands as it was typed. */
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
