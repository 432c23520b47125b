import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * A mutation with one call at a time: during a call, further calls of `mutate` do nothing. The lock is synchronous,
 * because a button is disabled only after the next render, and a second press can come before it.
 */
export function useLockedMutation<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables>,
): UseMutationResult<Data, Error, Variables> {
  const isLocked = useRef(false)
  const mutation = useMutation<Data, Error, Variables>({
    ...options,
    async onSettled(...args) {
      try {
        await options.onSettled?.(...args)
      } finally {
        isLocked.current = false
      }
    },
  })
  const mutate: typeof mutation.mutate = (...args) => {
    if (isLocked.current) return
    isLocked.current = true
    mutation.mutate(...args)
  }
  return { ...mutation, mutate }
}
