import { useMutation, useQueryClient } from '@tanstack/react-query'
import { EyeOff, Volume2, VolumeX } from 'lucide'
import { firstName } from '../../../shared/names.ts'
import { call, invalidateAll } from '../../../shared/web/api.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import type { MenuItem } from '../../../shared/web/ui/MenuPopup.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { safetyApi } from '../safety-contract.gen.ts'
import type { HideableKind } from '../safety-contract.ts'

type Named = { readonly id: string; readonly name: string }

/** Mutes or unmutes a user, with an undo, and reloads what the page shows. */
export function useMute({ id, name }: Named) {
  const client = useQueryClient()
  const params = { id }
  const options = {
    mutationFn: (wants: boolean) => (wants ? call(safetyApi.mute, { params }) : call(safetyApi.unmute, { params })),
    onSuccess: (_reply: unknown, wants: boolean) =>
      toast.undo(wants ? `You muted ${name}. They won’t know.` : `You unmuted ${name}`, () => undo.mutate(!wants)),
    onError: (error: unknown, wants: boolean) =>
      toast.failure(error, wants ? 'Failed to mute user' : 'Failed to unmute user'),
    onSettled: () => invalidateAll(client),
  }
  const undo = useMutation(options)
  return useLockedMutation(options)
}

type Item = { readonly kind: HideableKind; readonly id: string }

/** Hides an item from the viewer's lists, with an undo. `onGone` removes it from the page. */
export function useHide({ kind, id }: Item, onGone?: () => void) {
  const client = useQueryClient()
  const params = { kind, id }
  const undo = useMutation({
    mutationFn: () => call(safetyApi.unhide, { params }),
    onError: (error) => toast.failure(error, 'Failed to show it again'),
    onSettled: () => invalidateAll(client),
  })
  return useLockedMutation({
    mutationFn: () => call(safetyApi.hide, { params }),
    onSuccess: () => {
      toast.undo('Hidden from your lists', () => undo.mutate())
      if (onGone) onGone()
      else void invalidateAll(client)
    },
    onError: (error) => toast.failure(error, 'Failed to hide it'),
  })
}

type ItemAuthor = { readonly id: string | null; readonly name: string }

/** Menu items that hide an item and mute its author. None for the author. */
export function useSafetyItems(item: Item, author: ItemAuthor, onGone?: () => void): readonly MenuItem[] {
  const hide = useHide(item, onGone)
  const mute = useMute({ id: author.id ?? '', name: author.name })
  const me = useMe()
  if (author.id === me.id) return []
  const hiding = { label: 'Hide this', icon: <Icon icon={EyeOff} size={18} />, onSelect: () => hide.mutate() }
  return author.id === null ? [hiding] : [hiding, toMuteItem(firstName(author.name), () => mute.mutate(true))]
}

export const toMuteItem = (name: string, onSelect: () => void): MenuItem => ({
  label: `Mute ${name}`,
  icon: <Icon icon={VolumeX} size={18} />,
  onSelect,
})

export const toUnmuteItem = (name: string, onSelect: () => void): MenuItem => ({
  label: `Unmute ${name}`,
  icon: <Icon icon={Volume2} size={18} />,
  onSelect,
})
