import { Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import type { Assignment } from '../contract.ts'

const AnswerForm = lazyPart(() => import('./AnswerForm.tsx'))

type Props = { assignment: Assignment; look?: 'primary' | 'secondary' }

/** Opens the answer form. */
export function AnswerButton({ assignment, look = 'secondary' }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant={look}
        aria-label={`Answer ${assignment.title}`}
        onPointerEnter={AnswerForm.preload}
        onClick={() => setIsOpen(true)}
      >
        Answer
      </Button>
      {isOpen && (
        <Suspense>
          <AnswerForm assignment={assignment} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
