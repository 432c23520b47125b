import { type ReactNode, useState } from 'react'
import { ShownItem } from '../../people/web/ShownItem.tsx'
import { useMe } from '../../session/web/auth.tsx'

export type NoteProps = {
  /** The content note; pictures use `Cover`. */
  note: string | undefined
  /** Authors see their own items open. */
  isOwn: boolean
  children: ReactNode
}

/** Content below its note, collapsed unless it is the viewer's own or they chose to see all. */
export default function NotedContent({ note = '', isOwn, children }: NoteProps) {
  const isOpen = useMe().safety.notes === 'show' || isOwn
  const [isShown, setIsShown] = useState(false)
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 py-1 text-small text-soft">
        <span className="wrap-anywhere">
          Note: <bdi>{note}</bdi>
        </span>
        {!isOpen && !isShown && (
          <>
            <span aria-hidden>·</span>
            <button
              type="button"
              onClick={() => setIsShown(true)}
              className="min-h-11 min-w-11 rounded-control font-semibold text-brand hover:underline"
            >
              Show
            </button>
          </>
        )}
      </p>
      {isOpen && children}
      {!isOpen && isShown && <ShownItem>{children}</ShownItem>}
    </>
  )
}
