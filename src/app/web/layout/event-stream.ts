import { useEffect } from 'react'
import { checkSession } from '../../../features/session/web/auth.tsx'
import { startLiveStream } from '../../../shared/web/live.ts'

const listening = Promise.withResolvers<void>()

/** Called once what `loadListeners` loads listens to events. */
export const startsListening = (): void => listening.resolve()

/**
 * Keeps the event stream of a user open from when the listeners listen: React may show a component, and run its effects, some
 * time after its code has loaded, and events of that time would be missed. If their code cannot be loaded, the stream opens
 * without them.
 */
export const useEventStream = (userId: string, loadListeners: () => Promise<unknown>): void =>
  useEffect(
    () =>
      startLiveStream(
        userId,
        checkSession,
        loadListeners().then(() => listening.promise),
      ),
    [userId, loadListeners],
  )
