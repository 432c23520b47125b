import { storedDraft } from './draft.ts'
import { failAttempt, finishAttempts, idempotencyKeyFor } from './idempotency-key.ts'
import { useLockedMutation } from './locked-mutation.ts'

type Options<Input, Reply> = {
  /** Names the form, and for what: `comment <id>`. */
  form: string
  /** Names of the drafts that are sent. They are removed on success, unless one of them has changed since. */
  drafts?: readonly string[]
  /** `keyFor` gives the Idempotency-Key of the body. */
  send: (keyFor: (body: unknown) => string, input: Input) => Promise<Reply>
  /**
   * Runs also when the form was closed meanwhile. `hasEarlierAttempt`: an attempt with another body may have arrived too,
   * so that lists have to be loaded again to show it.
   */
  onSuccess?: (reply: Reply, details: { hasEarlierAttempt: boolean }) => unknown
  /** Runs when the drafts were removed: for what belongs to them and is no text. */
  onDraftsSent?: () => void
  /** Runs only while the form is still open. */
  onDone?: (reply: Reply) => void
  onError?: (error: Error) => void
}

/**
 * Sends a form: once at a time, with an Idempotency-Key that is bound to the body, and removes the draft that was sent.
 */
export function useSubmit<Input = void, Reply = unknown>(options: Options<Input, Reply>) {
  const { form, drafts = [], send, onSuccess, onDraftsSent, onDone, onError } = options
  const readDrafts = () => drafts.map((name) => storedDraft.read(name))
  const mutation = useLockedMutation<Reply, { input: Input; sent: readonly (string | undefined)[] }>({
    mutationFn: ({ input }) => send((body) => idempotencyKeyFor(form, body), input),
    onSuccess(reply, { sent }) {
      const hasEarlierAttempt = finishAttempts(form)
      if (readDrafts().every((text, index) => text === sent[index])) {
        for (const name of drafts) storedDraft.write(name, undefined)
        onDraftsSent?.()
      }
      return onSuccess?.(reply, { hasEarlierAttempt })
    },
    onError(error) {
      failAttempt(form, error)
      onError?.(error)
    },
  })
  const submit = (input: Input) =>
    mutation.mutate({ input, sent: readDrafts() }, { onSuccess: (reply) => onDone?.(reply) })
  const { isPending, isError, isSuccess, error, reset } = mutation
  return { submit, isPending, isError, isSuccess, error, reset }
}
