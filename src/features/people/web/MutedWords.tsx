import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, X } from 'lucide'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { MutedWord } from '../../../shared/words.ts'
import { maxMutedWords } from '../../session/contract.gen.ts'
import { useMe } from '../../session/web/auth.tsx'
import { safetySettings, useUpdateSafety } from './safety-settings.ts'
import { describeWord } from './word-labels.ts'

const WordDialog = lazyPart(() => import('./WordDialog.tsx'))

/** The viewer's muted words. */
export default function MutedWords() {
  const { data, isPending, error, refetch } = useQuery(safetySettings)
  const { school_timezone } = useMe()
  const [edited, setEdited] = useState<MutedWord | 'new'>()
  const update = useUpdateSafety()
  if (isPending) return <Skeleton className="h-24" />
  if (!data)
    return <ErrorState bare text="We couldn’t load your muted words." error={error} onRetry={() => void refetch()} />
  const { words } = data.data
  const remove = (word: MutedWord) =>
    update.mutate(
      { words: words.filter((other) => other !== word) },
      { onSuccess: () => toast.undo(`“${word.word}” removed`, () => update.mutate({ words: [...words] })) },
    )
  return (
    <div className="space-y-3">
      {words.length === 0 && <p className="text-soft">No muted words</p>}
      <ul aria-label="Muted words" className="divide-y divide-line empty:hidden">
        {words.map((word) => (
          <li key={word.word} className="flex items-center gap-1 py-1">
            <span className="min-w-0 flex-1">
              <bdi className="block font-medium wrap-anywhere">{word.word}</bdi>
              <span className="block text-small text-soft">{describeWord(word, school_timezone)}</span>
            </span>
            <IconButton label={`Edit ${word.word}`} onClick={() => setEdited(word)}>
              <Icon icon={Pencil} size={18} />
            </IconButton>
            <IconButton label={`Remove ${word.word}`} onClick={() => remove(word)}>
              <Icon icon={X} size={18} />
            </IconButton>
          </li>
        ))}
      </ul>
      {words.length < maxMutedWords ? (
        <Button onPointerEnter={WordDialog.preload} onClick={() => setEdited('new')}>
          <Icon icon={Plus} size={18} />
          Mute a word
        </Button>
      ) : (
        <p className="text-small text-soft">You can mute up to {maxMutedWords} words.</p>
      )}
      {edited && (
        <Suspense>
          <WordDialog word={edited === 'new' ? undefined : edited} words={words} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
    </div>
  )
}
