import { Suspense } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'

const Coloured = lazyPart(
  () => import('./ColouredCode.tsx'),
  ({ code }) => code,
)

type Props = {
  code: string
  /** As the author named it, empty for none. */
  language: string
  /** Not scrollable. */
  still: boolean
}

/** A code block. Without colours until the highlighter is loaded. */
export function CodeBlock({ code, language, still }: Props) {
  const scrolls = still ? {} : { tabIndex: 0, role: 'group', 'aria-label': 'Code' }
  const text = code.replace(/\n$/, '')
  return (
    <pre {...scrolls}>
      <code>
        {language ? (
          <Suspense fallback={text}>
            <Coloured code={text} language={language} />
          </Suspense>
        ) : (
          text
        )}
      </code>
    </pre>
  )
}
