import { useQueryClient } from '@tanstack/react-query'
import { EmojiPicker } from 'frimousse'
import type { ComponentProps } from 'react'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import type { Message } from '../contract.ts'
import { toggleReaction } from './react.ts'

const parts: NonNullable<ComponentProps<typeof EmojiPicker.List>['components']> = {
  CategoryHeader: ({ category, ...props }) => (
    <div {...props} className="bg-surface py-1.5 text-small font-semibold text-soft">
      {category.label}
    </div>
  ),
  Row: (props) => <div {...props} className="flex justify-between" />,
  Emoji: ({ emoji, ...props }) => (
    <button type="button" {...props} className="disc size-11 text-[1.5rem] data-active:bg-sunken">
      {emoji.emoji}
    </button>
  ),
}

/** Any emoji as a reaction. */
export default function ReactionPicker({ message, onClose }: { message: Message; onClose: () => void }) {
  const client = useQueryClient()
  return (
    <Dialog open onClose={onClose} title="Add a reaction" layout="tall">
      <EmojiPicker.Root
        emojibaseUrl={import.meta.env.EMOJI_URL}
        columns={7}
        className="flex min-h-0 flex-1 flex-col"
        onEmojiSelect={({ emoji }) => {
          toggleReaction(client, message, emoji)
          onClose()
        }}
      >
        <EmojiPicker.Search
          autoFocus
          aria-label="Search emoji"
          placeholder="Search emoji"
          className="min-h-11 w-full rounded-control bg-sunken px-3.5 py-2"
        />
        <EmojiPicker.Viewport className="relative mt-2 h-72 min-h-0 flex-1 outline-none">
          <EmojiPicker.Loading className="absolute inset-0 centered text-soft">Loading emoji…</EmojiPicker.Loading>
          <EmojiPicker.Empty className="absolute inset-0 centered text-soft">No emoji found</EmojiPicker.Empty>
          <EmojiPicker.List className="pb-2 select-none" components={parts} />
        </EmojiPicker.Viewport>
      </EmojiPicker.Root>
    </Dialog>
  )
}
