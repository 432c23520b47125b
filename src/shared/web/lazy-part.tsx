import { type ComponentType, lazy, useEffect, useState } from 'react'
import { CodeLoadError, createCodeLoader } from './code-loader.ts'
import { useLiveEvent } from './live.ts'
import { PartFailed, type PartFailure } from './ui/PartFailed.tsx'

type Module<Props> = { readonly default: ComponentType<Props> }
type Failed<Props> = ComponentType<Props & { failure: PartFailure }>

/**
 * A component whose code is loaded when it is first shown. A failed load never throws: `FailedPart` is shown with Try
 * Again until the code is loaded; the load is also repeated when the connection returns, and when a server that was away
 * answers again. By default, that is a dialog if the component has an `onClose`, else a card.
 */
export function lazyPart<Props extends object, Rest>(
  importPart: () => Promise<Module<Props> & Rest>,
  FailedPart: Failed<NoInfer<Props>> = PartFailed,
) {
  const loadModule = createCodeLoader(importPart)
  let Loaded: ComponentType<Props> | undefined
  const load = async () => {
    const module = await loadModule()
    Loaded = module.default
    return module
  }
  const Lazy = lazy<ComponentType<Props>>(() =>
    load().catch((error: unknown) => ({ default: recoverable(load, error, FailedPart) })),
  )
  /** Code that is already loaded is shown without a fallback, which React would keep for 300 ms. */
  function Part(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => Loaded ?? Lazy)
    return <Shown {...props} />
  }
  /** Loads the code in advance, and ignores failures. */
  const preload = () => void load().catch(() => {})
  return Object.assign(Part, { load, preload })
}

function recoverable<Props extends object>(
  load: () => Promise<Module<Props>>,
  firstError: unknown,
  FailedPart: Failed<Props>,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined
  let error = firstError
  let isFresh = true

  return function RecoverablePart(props: Props) {
    const [, setAttempts] = useState(0)
    const [isRetrying, setIsRetrying] = useState(false)
    const retry = () => {
      setIsRetrying(true)
      load()
        .then(
          (module) => {
            Loaded = module.default
          },
          (failure: unknown) => {
            error = failure
          },
        )
        .finally(() => {
          setIsRetrying(false)
          setAttempts((count) => count + 1)
        })
    }
    // biome-ignore lint/correctness/useExhaustiveDependencies: once per mount
    useEffect(() => {
      if (Loaded) return
      if (!isFresh) retry()
      isFresh = false
      addEventListener('online', retry)
      return () => removeEventListener('online', retry)
    }, [])
    const isGone = error instanceof CodeLoadError && error.isGone
    useLiveEvent('reconnect', () => {
      if (!Loaded && !isGone && !isRetrying) retry()
    })
    if (Loaded) return <Loaded {...props} />
    return <FailedPart {...props} failure={{ isGone, isRetrying, retry }} />
  }
}
