import { X } from 'lucide'
import { useState } from 'react'
import { useDebouncedValue } from '../../../shared/web/debounce.ts'
import { useIsDesktop } from '../../../shared/web/media-query.ts'
import { ChipGroup } from '../../../shared/web/ui/Chip.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { LoadMore } from '../../../shared/web/ui/LoadMore.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { useMe } from '../../session/web/auth.tsx'
import type { Conversation } from '../conversation-contract.ts'
import { type MessageSearch, useMessageSearch } from './conversation-queries.ts'
import { FoundMessage } from './FoundMessage.tsx'
import { FoundPictures } from './FoundPictures.tsx'

type Props = {
  conversation: Conversation
  /** Shows the message in the conversation. */
  onFind: (id: string) => void
  onClose: () => void
}

/** Searches a conversation by text and sender, and lists its pictures, files and links: beside it, on a phone in its place. */
export default function ConversationSearch({ conversation, onFind, onClose }: Props) {
  if (useIsDesktop()) {
    return (
      <aside
        data-search
        aria-label="Search messages"
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
        className="flex w-80 shrink-0 flex-col border-l border-line"
      >
        <header className="flex min-h-14 items-center justify-between border-b border-line pr-2 pl-4">
          <h2 className="text-card">Search messages</h2>
          <IconButton label="Close" onClick={onClose}>
            <Icon icon={X} />
          </IconButton>
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-4">
          <Search conversation={conversation} onFind={onFind} />
        </div>
      </aside>
    )
  }
  const findAndClose = (id: string) => {
    onFind(id)
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title="Search messages" layout="form">
      <Search conversation={conversation} onFind={findAndClose} />
    </Dialog>
  )
}

const kinds = [
  ['', 'All'],
  ['pictures', 'Pictures'],
  ['files', 'Files'],
  ['links', 'Links'],
] as const

function Search({ conversation, onFind }: Omit<Props, 'onClose'>) {
  const me = useMe()
  const [text, setText] = useState('')
  const [from, setFrom] = useState('')
  const [media, setMedia] = useState<MessageSearch['media']>('')
  const [since, setSince] = useState('')
  const q = useDebouncedValue(text.trim())
  const list = useMessageSearch(conversation.id, { q, from, media, since })
  const isAsked = [q, from, media, since].some((condition) => condition !== '')
  const senders = conversation.participant_users.map(({ id, name }) => [id, id === me.id ? 'You' : name] as const)
  return (
    <search className="flex min-h-0 flex-1 flex-col max-desk:sm:min-h-105">
      <input
        type="search"
        // biome-ignore lint/a11y/noAutofocus: opened by a command, to type here
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
        aria-label="Text"
        placeholder={`Search ${conversation.title}`}
        className="min-h-11 w-full rounded-control bg-sunken px-3.5 py-2"
      />
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <ChipGroup label="Kind" options={kinds} value={media} onSelect={setMedia} className="flex flex-wrap gap-2" />
        {senders.length > 2 && (
          <Select
            labelHidden
            label="From"
            value={from}
            options={[['', 'Anyone'], ...senders]}
            onChange={setFrom}
            className="min-w-32 flex-1"
          />
        )}
        <label className="flex min-h-11 items-center gap-2 rounded-control bg-sunken pr-1 pl-3.5 text-soft focus-within:outline-2 focus-within:outline-brand">
          Since
          <input
            type="date"
            value={since}
            onChange={(event) => setSince(event.target.value)}
            className="min-h-10 bg-transparent text-ink outline-none"
          />
        </label>
      </div>
      <div className="mt-3" aria-live="polite">
        {isAsked && list.isPending && (
          <div role="status" aria-label="Searching messages" className="space-y-2">
            <Skeleton className="h-14" />
            <Skeleton className="h-14" />
            <Skeleton className="h-14" />
          </div>
        )}
        {list.isError && (
          <ErrorState bare text="Failed to search messages" error={list.error} onRetry={() => void list.refetch()} />
        )}
        {isAsked && list.isSuccess && list.messages.length === 0 && (
          <p className="py-8 text-center text-soft">
            {media && !q && !from && !since ? 'Nothing shared yet' : 'No messages match'}
          </p>
        )}
      </div>
      {isAsked && list.messages.length > 0 && media === 'pictures' && (
        <FoundPictures messages={list.messages} onFind={onFind} />
      )}
      {isAsked && list.messages.length > 0 && media !== 'pictures' && (
        <ol aria-label="Messages found" className="divide-y divide-line">
          {list.messages.map((message) => (
            <li key={message.id}>
              <FoundMessage message={message} onFind={() => onFind(message.id)} />
            </li>
          ))}
        </ol>
      )}
      {isAsked && <LoadMore label="Load earlier results" list={list} />}
    </search>
  )
}
