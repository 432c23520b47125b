import { Suspense } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { RichText } from '../../../shared/web/ui/RichText.tsx'
import { hasMarkup } from './markup.ts'

const Markdown = lazyPart(() => import('./Markdown.tsx'), PlainText)

type Props = {
  text: string
  className?: string
  /** Only the beginning, as a picture of it: nothing in it can be pressed. */
  preview?: boolean
}

/**
 * What a person wrote about their coursework: Markdown with mathematics and code. What reads it comes only when a text
 * has marks of it; until then, and without, the text stands as it was typed.
 */
export function Rich({ text, className = '', preview = false }: Props) {
  const plain = <PlainText text={text} className={className} preview={preview} />
  if (!hasMarkup(text)) return plain
  return (
    <Suspense fallback={plain}>
      <Markdown text={text} className={className} preview={preview} />
    </Suspense>
  )
}

function PlainText({ text, className = '', preview = false }: Props) {
  if (preview) return <p className={`whitespace-pre-line ${className}`}>{text}</p>
  return <RichText text={text} className={className} />
}
