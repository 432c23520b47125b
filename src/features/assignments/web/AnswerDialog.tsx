import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { MediaGrid } from '../../media/web/MediaGrid.tsx'
import { Byline } from '../../people/web/Byline.tsx'
import type { Answer } from '../contract.ts'
import { AnswerActs } from './AnswerActs.tsx'
import { Best } from './Best.tsx'
import { Rich } from './Rich.tsx'

export default function AnswerDialog({ answer, onClose }: { answer: Answer; onClose: () => void }) {
  return (
    <Dialog open isInUrl wide onClose={onClose} title={`${answer.author.name}’s answer`}>
      <div className="flex items-start gap-3">
        <Byline author={answer.author} time={answer.created_at} />
        {answer.is_best_answer && <Best />}
      </div>
      <Rich text={answer.content} className="mt-3 text-body" whole />
      <MediaGrid media={answer.media} />
      <div className="mt-3 flex flex-wrap items-center gap-1">
        <AnswerActs answer={answer} />
      </div>
    </Dialog>
  )
}
