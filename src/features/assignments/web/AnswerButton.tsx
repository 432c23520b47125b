import { useNavigate } from 'react-router'
import { Button } from '../../../shared/web/ui/Button.tsx'
import type { Assignment } from '../contract.ts'

/** Navigation state that opens a question with the focus in its answer field. */
export const answerState = { answer: true } as const

/** Opens the question and focuses its answer field. */
export function AnswerButton({ assignment, to }: { assignment: Assignment; to: string }) {
  const navigate = useNavigate()
  return (
    <Button
      aria-label={`Answer ${assignment.title}`}
      onClick={() => void navigate(to, { state: answerState, preventScrollReset: true })}
    >
      Answer
    </Button>
  )
}
