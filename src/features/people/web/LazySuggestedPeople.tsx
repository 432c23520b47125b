import { Suspense } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'

const SuggestedPeople = lazyPart(
  () => import('./SuggestedPeople.tsx'),
  () => null,
)

/** `SuggestedPeople` for pages whose lists are rarely empty: its code is loaded when it is shown. */
export const LazySuggestedPeople = () => (
  <Suspense>
    <SuggestedPeople />
  </Suspense>
)
