import { useState } from 'react'
import { userMessage } from '../../../shared/web/data/errors.ts'
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx'

type Props = {
  what: 'post' | 'comment'
  remove: () => Promise<unknown>
  onGone: () => void
  onClose: () => void
}

const questions = {
  post: 'Are you sure you want to delete this post? This action cannot be undone.',
  comment: 'Are you sure you want to delete this comment? This action cannot be undone.',
}
const failures = {
  post: 'Failed to delete post. Please try again.',
  comment: 'Failed to delete comment. Please try again.',
}
const unreachable = {
  post: 'Failed to delete post. Please check your connection and try again.',
  comment: 'Failed to delete comment. Please check your connection and try again.',
}

/** Asks for confirmation, deletes, and shows an error when that failed. */
export default function DeleteDialog({ what, remove, onGone, onClose }: Props) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const confirm = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await remove()
      onGone()
    } catch (error) {
      setProblem(userMessage(error, failures[what], { texts: { 0: unreachable[what] } }))
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete ${what}`}
      question={questions[what]}
      confirmLabel={`Delete ${what}`}
      onConfirm={confirm}
      isPending={busy}
      error={problem}
    />
  )
}
