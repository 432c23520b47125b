import { Suspense } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { RichText } from '../../../shared/web/ui/RichText.tsx'
import { hasMarkup } from './markup.ts'

const Markdown = lazyPart(() => import('./Markdown.tsx'), PlainText)

type Props = {
  text: string
  className?: string
  /** A non-interactive preview of the beginning. */
  preview?: boolean
  /** Never folded. */
  whole?: boolean
}

/**
 * User text about coursework: Markdown with formulas and code. The renderer is loaded only for texts with markup. Until
 * then, and without markup, the text is shown as typed.
 */
export function Rich({ text, className = '', preview = false, whole = false }: Props) {
  const plain = <PlainText text={text} className={className} preview={preview} whole={whole} />
  if (!hasMarkup(text)) return plain
  return (
    <Suspense fallback={plain}>
      <Markdown text={text} className={className} preview={preview} />
    </Suspense>
  )
}

function PlainText({ text, className = '', preview = false, whole = false }: Props) {
  if (preview)
    return (
      <p dir="auto" className={`whitespace-pre-line ${className}`}>
        {text}
      </p>
    )
  return <RichText text={text} className={className} whole={whole} />
}
