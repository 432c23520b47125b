import type { ReactNode } from 'react'
import { Byline } from '../../people/web/Byline.tsx'
import type { Answer } from '../contract.ts'
import { AnswerActs } from './AnswerActs.tsx'
import { Best } from './Best.tsx'
import { Previews } from './Previews.tsx'
import { Rich } from './Rich.tsx'

/** Characters and lines up to which the list shows a whole answer. */
const whole = { characters: 600, lines: 12 }

/** One answer of the list. A long one is cut off and opens in its own dialog. */
export function AnswerItem({ answer, onOpen }: { answer: Answer; onOpen: () => void }) {
  const isLong = answer.content.length > whole.characters || answer.content.split('\n').length > whole.lines
  return (
    <article aria-label={`${answer.author.name}’s answer`}>
      <div className="flex items-start gap-3">
        <Byline author={answer.author} time={answer.created_at} />
        {answer.is_best_answer && <Best />}
      </div>
      <Folded folded={isLong}>
        <Rich text={answer.content} preview={isLong} className="text-body" />
      </Folded>
      <Previews media={answer.media} max={3} more={(count) => `+${count}`} />
      <div className="mt-1 flex flex-wrap items-center gap-1">
        <AnswerActs answer={answer} />
        <button
          type="button"
          aria-label={isLong ? `Read more of ${answer.author.name}’s answer` : `Open ${answer.author.name}’s answer`}
          onClick={onOpen}
          className="ml-auto min-h-11 px-2 font-semibold text-brand hover:underline desk:min-h-9"
        >
          {isLong ? 'Read more' : 'Open'}
        </button>
      </div>
    </article>
  )
}

const Folded = ({ folded, children }: { folded: boolean; children: ReactNode }) => (
  <div
    className={`mt-2 ${folded ? 'max-h-60 overflow-hidden mask-[linear-gradient(black_12rem,transparent_15rem)]' : ''}`}
  >
    {children}
  </div>
)
