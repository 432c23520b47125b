import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx'
import { useFriendAct } from './mutations.ts'

type Props = { act: 'remove' | 'block'; person: { readonly id: string; readonly name: string }; onClose: () => void }

const words = {
  remove: {
    title: () => 'Remove friend',
    confirmLabel: 'Remove friend',
    pendingLabel: 'Removing...',
    question: (name: string) => `Remove ${name} from your friends? They won’t be notified.`,
  },
  block: {
    title: (name: string) => `Block ${name}`,
    confirmLabel: 'Block',
    pendingLabel: 'Blocking...',
    question: (name: string) =>
      `You won’t see each other’s profiles, posts or comments, and you can’t message each other. This also removes ${name} from your friends. They won’t be notified.`,
  },
}

/** Asks for confirmation before a friendship is ended or a user is blocked. */
export default function AskDialog({ act, person, onClose }: Props) {
  const { mutate, isPending } = useFriendAct(person.id)
  const { title, confirmLabel, pendingLabel, question } = words[act]
  return (
    <ConfirmDialog
      onClose={onClose}
      title={title(person.name)}
      question={question(person.name)}
      confirmLabel={confirmLabel}
      pendingLabel={pendingLabel}
      isPending={isPending}
      onConfirm={() => mutate(act, { onSettled: onClose })}
    />
  )
}
