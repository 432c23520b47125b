import type { ReactNode } from 'react'
import Reader, { type Components } from 'react-markdown'
import gfm from 'remark-gfm'
import math from 'remark-math'
import { CodeBlock } from './CodeBlock.tsx'
import { Formula } from './Formula.tsx'
import './Markdown.css'
import { readFormulas } from './markup.ts'

type Props = { text: string; className: string; preview: boolean }

/** GitHub Flavored Markdown with formulas. Shows HTML as typed. */
export default function Markdown({ text, className, preview }: Props) {
  return (
    <div dir="auto" className={`markdown ${preview ? 'still' : ''} ${className}`}>
      <Reader remarkPlugins={[gfm, math]} components={preview ? still : components} urlTransform={safe}>
        {readFormulas(text)}
      </Reader>
    </div>
  )
}

/** Allowed link URLs. Any other link becomes plain text. */
const safe = (url: string) => (/^(https?:|mailto:)/i.test(url) ? url : '')

/** Not a heading element, because it is not part of the page outline. */
const Heading = ({ children }: { children?: ReactNode }) => <p className="heading">{children}</p>

const components: Components = {
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  a: ({ href, children }) =>
    href ? (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {children}
      </a>
    ) : (
      children
    ),
  // An external image would reveal the reader to its host. Images are attached instead.
  img: ({ alt }) => alt ?? '',
  input: ({ checked }) => <span aria-hidden>{checked ? '☑ ' : '☐ '}</span>,
  code: ({ className = '', children }) =>
    className.includes('math-inline') ? <Formula tex={String(children)} /> : <code>{children}</code>,
  pre: ({ node }) => <Block {...renderBlock(node)} />,
  th: ({ children }) => (children ? <th>{children}</th> : <td />),
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: makes horizontal scrolling possible by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is only for forms
    <div className="scrolls" tabIndex={0} role="group" aria-label="Table">
      <table>{children}</table>
    </div>
  ),
}

/** The same without interactive or scrollable elements. */
const still: Components = {
  ...components,
  a: ({ children }) => <span>{children}</span>,
  pre: ({ node }) => <Block {...renderBlock(node)} still />,
  table: ({ children }) => <table>{children}</table>,
}

type BlockProps = { text: string; language: string; isFormula: boolean; still?: boolean }

const Block = ({ text, language, isFormula, still = false }: BlockProps) =>
  isFormula ? <Formula tex={text} display /> : <CodeBlock code={text} language={language} still={still} />

type MarkdownNode = {
  readonly properties?: object
  readonly value?: string
  readonly children?: readonly MarkdownNode[]
}

/** Renders the code in a `pre` element with its declared language. */
function renderBlock(pre: MarkdownNode | undefined) {
  const code = pre?.children?.[0]
  const names = ((code?.properties as { className?: string[] } | undefined)?.className ?? []).join(' ')
  return {
    text: code?.children?.map(({ value = '' }) => value).join('') ?? '',
    language: /(?:^| )language-(\S+)/.exec(names)?.[1] ?? '',
    isFormula: names.includes('math-display'),
  }
}
