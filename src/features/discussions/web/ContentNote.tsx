import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import type { NoteProps } from './NotedContent.tsx'

const NotedContent = lazyPart(() => import('./NotedContent.tsx'))

/** What an item says, behind its content note. Items without a note do not load its code. */
export const ContentNote = ({ note, isOwn, children }: NoteProps) =>
  note === undefined ? (
    children
  ) : (
    <Suspense fallback={<Skeleton className="mt-2 h-11" />}>
      <NotedContent note={note} isOwn={isOwn}>
        {children}
      </NotedContent>
    </Suspense>
  )

const CoveredPictures = lazyPart(() => import('./CoveredPictures.tsx'))

/** Pictures, covered if they are sensitive. */
export const Cover = ({
  isSensitive,
  isOwn,
  children,
}: {
  isSensitive: boolean
  isOwn: boolean
  children: ReactNode
}) =>
  isSensitive && !isOwn ? (
    <Suspense fallback={<Skeleton className="mt-3 aspect-2/1" />}>
      <CoveredPictures>{children}</CoveredPictures>
    </Suspense>
  ) : (
    children
  )
