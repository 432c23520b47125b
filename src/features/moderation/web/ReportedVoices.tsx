import { Suspense } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import type { Voice } from '../../media/attachment-contract.ts'

const VoiceNote = lazyPart(() => import('../../media/web/VoiceNote.tsx'))

/** The voice notes of a reported item. Nothing is loaded before the first press. */
export function ReportedVoices({ voices }: { voices: readonly Voice[] }) {
  if (voices.length === 0) return null
  return (
    <ul aria-label="Reported voice notes">
      {voices.map((voice) => (
        <li key={voice.url} className="w-fit max-w-full rounded-control bg-sunken">
          <Suspense fallback={<Skeleton className="h-14 w-72 max-w-full" />}>
            <VoiceNote voice={voice} />
          </Suspense>
        </li>
      ))}
    </ul>
  )
}
