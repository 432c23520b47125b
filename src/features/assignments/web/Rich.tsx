import { lazy, Suspense } from 'react'
import { Words } from '../../../shared/web/ui/Words.tsx'
import { hasMarkup } from './markup.ts'

const Markdown = lazy(() => import('./Markdown.tsx'))

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
  const plain = preview ? (
    <p className={`whitespace-pre-line ${className}`}>{text}</p>
  ) : (
    <Words text={text} className={className} />
  )
  if (!hasMarkup(text)) return plain
  return (
    <Suspense fallback={plain}>
      <Markdown text={text} className={className} preview={preview} />
    </Suspense>
  )
}
