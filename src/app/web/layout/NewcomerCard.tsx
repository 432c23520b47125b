import { Suspense } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'

const GetSettled = lazyPart(
  () => import('../../../features/welcome/web/GetSettled.tsx'),
  () => null,
)

/** One small piece of code: the feed would otherwise list the names of all pieces that the card needs. */
const NewcomerCard = () => (
  <Suspense>
    <GetSettled />
  </Suspense>
)
export default NewcomerCard
