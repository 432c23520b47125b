import type { Subject } from '../src/features/assignments/contract.ts'

export type Question = {
  readonly subject: Subject
  readonly title: string
  readonly text: string
  readonly course?: string
  readonly priority?: 'low' | 'high'
  readonly tags?: readonly string[]
  /** Days until the due date; negative if it is past. */
  readonly due?: number
  readonly answers: readonly string[]
  /** Index of the best answer. */
  readonly best?: number
  /** Also asked at the boarding school. */
  readonly young?: true
}

/**
 * Markdown with literal backslashes; an acute accent stands for a backtick. Joins the lines of a paragraph, but keeps
 * those of lists, tables, formulas and code.
 */
export const md = ({ raw }: TemplateStringsArray): string =>
  (raw[0] ?? '')
    .trim()
    .replaceAll('´', '`')
    .split(/(```.*?```)/s)
    .map((part) => (part.startsWith('```') ? part : part.replace(/(?<!\n|\$\$)\n(?!\n|\$\$|[-|]|\d+\. |$)/g, ' ')))
    .join('')
