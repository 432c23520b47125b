import { storedDraft } from './draft.ts'
import { failAttempt, finishAttempts, idempotencyKeyFor } from './idempotency-key.ts'
import { keptForLater } from './kept-for-later.ts'
import { useLockedMutation } from './locked-mutation.ts'

type Options<Input, Reply> = {
  /** Name of the form and its subject: `comment <id>`. */
  form: string
  /** Names of the drafts that are sent. Removed on success, unless one of them has changed since. */
  drafts?: readonly string[]
  /** `keyFor` returns the Idempotency-Key of the body. */
  send: (keyFor: (body: unknown) => string, input: Input) => Promise<Reply | typeof keptForLater>
  /**
   * Also runs if the form was closed meanwhile. `hasEarlierAttempt`: an attempt with another body may have arrived too,
   * so lists must be reloaded to show it.
   */
  onSuccess?: (reply: Reply, details: { hasEarlierAttempt: boolean }) => unknown
  /** Runs when the drafts were removed: for their parts that are not text. */
  onDraftsSent?: () => void
  /** Runs only while the form is still open. */
  onDone?: (reply: Reply) => void
  /** Runs instead of `onSuccess` and `onDone` when the outbox sends the form later; only while it is still open. */
  onKept?: () => void
  onError?: (error: Error) => void
}

/** Sends a form, one call at a time, with an Idempotency-Key bound to the body, and removes the draft that was sent. */
export function useSubmit<Input = void, Reply = unknown>(options: Options<Input, Reply>) {
  const { form, drafts = [], send, onSuccess, onDraftsSent, onDone, onKept, onError } = options
  const readDrafts = () => drafts.map((name) => storedDraft.read(name))
  const mutation = useLockedMutation<
    Reply | typeof keptForLater,
    { input: Input; sent: readonly (string | undefined)[] }
  >({
    networkMode: 'always', // the outbox takes what cannot be sent now
    mutationFn: ({ input }) => send((body) => idempotencyKeyFor(form, body), input),
    onSuccess(reply, { sent }) {
      const hasEarlierAttempt = finishAttempts(form)
      if (readDrafts().every((text, index) => text === sent[index])) {
        for (const name of drafts) storedDraft.write(name, undefined)
        onDraftsSent?.()
      }
      return reply === keptForLater ? undefined : onSuccess?.(reply, { hasEarlierAttempt })
    },
    onError(error) {
      failAttempt(form, error)
      onError?.(error)
    },
  })
  const submit = (input: Input) =>
    mutation.mutate(
      { input, sent: readDrafts() },
      { onSuccess: (reply) => (reply === keptForLater ? onKept?.() : onDone?.(reply)) },
    )
  const { isPending, isError, isSuccess, error, reset } = mutation
  return { submit, isPending, isError, isSuccess, error, reset }
}
