import type { Subject } from '../src/features/assignments/contract.ts'

export type Question = {
  readonly subject: Subject
  readonly title: string
  readonly text: string
  readonly course?: string
  readonly priority?: 'low' | 'high'
  readonly tags?: readonly string[]
  /** Days from now to when it is due; of what is over, days ago below 0. */
  readonly due?: number
  readonly answers: readonly string[]
  /** The place of the best answer. */
  readonly best?: number
  /** Asked at the boarding school too. */
  readonly young?: true
}

/**
 * Markdown with its backslashes as they stand; an acute accent is a backtick. Lines are joined as far as they are one
 * paragraph: a list, a table, a formula and a piece of code keep theirs.
 */
export const md = ({ raw }: TemplateStringsArray): string =>
  (raw[0] ?? '')
    .trim()
    .replaceAll('´', '`')
    .split(/(```.*?```)/s)
    .map((part) => (part.startsWith('```') ? part : part.replace(/(?<!\n|\$\$)\n(?!\n|\$\$|[-|]|\d+\. |$)/g, ' ')))
    .join('')
