import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx'
import { useFriendAct } from './mutations.ts'

type Props = { act: 'remove' | 'block'; person: { readonly id: string; readonly name: string }; onClose: () => void }

const words = {
  remove: {
    title: 'Remove friend',
    confirmLabel: 'Remove friend',
    pendingLabel: 'Removing...',
    question: (name: string) => `Are you sure you want to remove ${name} from your friends?`,
  },
  block: {
    title: 'Block user',
    confirmLabel: 'Block',
    pendingLabel: 'Blocking...',
    question: (name: string) =>
      `Are you sure you want to block ${name}? You will no longer see each other’s profiles, posts and comments or write to each other, and you will not be friends any more. Nobody is told.`,
  },
}

/** Asks for confirmation before a friendship is ended or a user is blocked. */
export default function AskDialog({ act, person, onClose }: Props) {
  const { mutate, isPending } = useFriendAct(person.id)
  const { title, confirmLabel, pendingLabel, question } = words[act]
  return (
    <ConfirmDialog
      onClose={onClose}
      title={title}
      question={question(person.name)}
      confirmLabel={confirmLabel}
      pendingLabel={pendingLabel}
      isPending={isPending}
      onConfirm={() => mutate(act, { onSettled: onClose })}
    />
  )
}
