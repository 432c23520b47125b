import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { query } from '../../../shared/web/api.ts'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { findMutedWord, foldText, type MutedWord, type WordPlace } from '../../../shared/words.ts'
import { safetyApi } from '../safety-contract.gen.ts'
import { ShownItem } from './ShownItem.tsx'

export type FilterProps = {
  /** All that the item says. */
  text: string
  place: WordPlace
  /** Its content note. */
  item?: { readonly note?: string | undefined; readonly sensitive?: true | undefined }
  /** Id of the author; null for anonymous items. */
  author: string | null
  /** Whether the viewer wrote an anonymous item. Own items are always shown. */
  isAuthor?: boolean
  children: ReactNode
}

type Props = Omit<FilterProps, 'isAuthor' | 'item'> & { words: readonly MutedWord[] }

/** One item for a viewer who mutes words. */
export default function FilteredItem({ text, place, author, words, children }: Props) {
  const [isShown, setIsShown] = useState(false)
  const needsFriends = author !== null && words.some((word) => word.except_friends)
  const settings = useQuery({ ...query(safetyApi.settings), enabled: needsFriends })
  const isByFriend = author !== null && (settings.data?.data.friends.includes(author) ?? false)
  const word = useMemo(
    () => findMutedWord(words, { folded: foldText(text), place, isByFriend }),
    [words, text, place, isByFriend],
  )
  if (word === undefined) return children
  if (isShown) return <ShownItem>{children}</ShownItem>
  if (needsFriends && settings.isPending) return <Skeleton className="h-14" />
  return (
    <p className="card flex flex-wrap items-center gap-x-2 px-4.5 text-small text-soft">
      <span className="wrap-anywhere">
        Hidden by your word “<bdi>{word}</bdi>”
      </span>
      <span aria-hidden>·</span>
      <button
        type="button"
        onClick={() => setIsShown(true)}
        className="min-h-11 min-w-11 rounded-control font-semibold text-brand hover:underline"
      >
        Show
      </button>
    </p>
  )
}
