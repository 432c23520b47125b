import { Suspense } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useMe } from '../../session/web/auth.tsx'
import type { CrisisProps } from './CrisisHelp.tsx'

const CrisisHelp = lazyPart(
  () => import('./CrisisHelp.tsx'),
  () => null,
)

/**
 * Help beside a composer whose text speaks of a crisis. All of it happens in the page: nothing is sent, stored or counted. The
 * phrases are loaded with the first character of any text, so that the request says nothing either.
 */
export function CrisisCard(props: CrisisProps) {
  const { safety } = useMe()
  if (!safety.crisis_card || props.text === '') return null
  return (
    <Suspense>
      <CrisisHelp {...props} />
    </Suspense>
  )
}
