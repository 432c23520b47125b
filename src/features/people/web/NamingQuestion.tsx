import { useState } from 'react'
import { isNamingError } from '../../../shared/web/failed-post.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import type { Naming } from '../naming-contract.ts'

type Props = {
  /** Why the last attempt failed. */
  error: Error | null
  isPending: boolean
  /** Posts the same text. */
  onConfirm: () => void
}

const others: Readonly<Record<Exclude<Naming['kind'], 'name'>, string>> = {
  phone: 'This text contains a phone number.',
  email: 'This text contains an email address.',
  location: 'This text contains a place at your school.',
}

const describeNaming = (naming: Naming): string =>
  naming.kind === 'name'
    ? `This text names ${naming.name}. If it could hurt them, remove the name.`
    : others[naming.kind]

const findNaming = (error: Error | null): readonly Naming[] | undefined =>
  isNamingError(error) ? (error.body as { readonly what?: readonly Naming[] }).what : undefined

/** Asks once about an anonymous text that names someone, when the server has refused it for that. */
export function NamingQuestion({ error, isPending, onConfirm }: Props) {
  const [answered, setAnswered] = useState<Error | null>(null)
  const what = findNaming(error)
  if (!what || answered === error) return null
  const edit = () => setAnswered(error)
  return (
    <Dialog
      open
      onClose={edit}
      title="Before you post"
      actions={
        <>
          <Button onClick={edit}>Edit</Button>
          <Button variant="primary" pendingLabel={isPending && 'Posting...'} onClick={onConfirm}>
            Post anyway
          </Button>
        </>
      }
    >
      {what.map((naming) => (
        <p key={describeNaming(naming)} className="py-1 wrap-anywhere">
          {describeNaming(naming)}
        </p>
      ))}
    </Dialog>
  )
}
