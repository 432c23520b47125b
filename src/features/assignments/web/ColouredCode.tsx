import type { ReactNode } from 'react'
import bash from 'refractor/bash'
import c from 'refractor/c'
import { refractor } from 'refractor/core'
import cpp from 'refractor/cpp'
import csharp from 'refractor/csharp'
import css from 'refractor/css'
import go from 'refractor/go'
import haskell from 'refractor/haskell'
import java from 'refractor/java'
import javascript from 'refractor/javascript'
import json from 'refractor/json'
import julia from 'refractor/julia'
import latex from 'refractor/latex'
import markup from 'refractor/markup'
import matlab from 'refractor/matlab'
import python from 'refractor/python'
import r from 'refractor/r'
import rust from 'refractor/rust'
import sql from 'refractor/sql'
import typescript from 'refractor/typescript'

/** Languages used in teaching. */
const taught = [
  ...[bash, c, cpp, csharp, css, go, haskell, java, javascript, json],
  ...[julia, latex, markup, matlab, python, r, rust, sql, typescript],
]
for (const language of taught) refractor.register(language)

type CodeNode = {
  readonly type: string
  readonly value?: string
  readonly properties?: { readonly className?: unknown }
  readonly children?: readonly CodeNode[]
}

/** Highlights code. Without colours for an unknown language. */
export default function ColouredCode({ code, language }: { code: string; language: string }) {
  const name = language.toLowerCase()
  if (!refractor.registered(name)) return code
  return coloured(refractor.highlight(code, name).children as readonly CodeNode[])
}

const coloured = (nodes: readonly CodeNode[]): ReactNode =>
  nodes.map((node, index) =>
    node.type === 'text' ? (
      node.value
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the nodes of one code block keep their order
      <span key={index} className={[node.properties?.className].flat().join(' ')}>
        {coloured(node.children ?? [])}
      </span>
    ),
  )
