import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide'
import { useDeferredValue } from 'react'
import { useNavigate } from 'react-router'
import { plural } from '../../../shared/plural.ts'
import { query } from '../../../shared/web/api.ts'
import { BackCloses } from '../../../shared/web/BackCloses.tsx'
import { useDebouncedValue } from '../../../shared/web/debounce.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { minTermLength, searchApi, searchTypes } from '../contract.gen.ts'
import type { Hit, SearchType } from '../contract.ts'
import { type Command, matching, type NavigationCommand, useCommands } from './commands.ts'
import { frame } from './frame.ts'
import { CommandRow, HitRow } from './PaletteRows.tsx'

const titles: Record<SearchType, string> = {
  person: 'People',
  group: 'Groups',
  professor: 'Professors',
  message: 'Messages',
  post: 'Posts',
  event: 'Events',
  assignment: 'Questions',
  listing: 'Marketplace',
  confession: 'Confessions',
}

type Item = { readonly id: string; readonly command: Command } | { readonly id: string; readonly hit: Hit }
type Group = { readonly value: string; readonly items: readonly Item[] }

type Props = {
  readonly places: readonly NavigationCommand[]
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly onClose: () => void
}

/** The command palette: searches the school's content and the commands, fully usable by keyboard. */
export default function Palette({ places, typed, onType, onClose }: Props) {
  const term = useDebouncedValue(typed.trim())
  const commands = useCommands(places)
  const navigate = useNavigate()
  const isTerm = [...term].length >= minTermLength
  const found = useQuery({
    ...query(searchApi.all, { query: { q: term } }),
    enabled: isTerm,
    placeholderData: keepPreviousData,
  })
  const hits = useDeferredValue(isTerm ? (found.data?.data ?? []) : [])
  const groups = groupResults(typed.trim() ? matching(commands, typed) : commands.slice(0, frame.offered), hits)

  const choose = (item: Item) => {
    onClose()
    if ('hit' in item) void navigate(item.hit.link)
    else if ('to' in item.command) void navigate(item.command.to, { state: item.command.state ?? null })
    else item.command.act()
  }
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dim" />
        <Dialog.Viewport className={frame.place}>
          <Dialog.Popup className={frame.popup}>
            <BackCloses onClose={onClose} />
            <Dialog.Title className="sr-only">Search</Dialog.Title>
            <Autocomplete.Root
              inline
              open
              items={groups}
              filter={null}
              value={typed}
              onValueChange={(value) => onType(value)}
              itemToStringValue={({ id }: Item) => id}
              autoHighlight="always"
              keepHighlight
            >
              <div className={frame.line}>
                <Icon icon={Search} className="shrink-0 text-faint" />
                <Autocomplete.Input {...frame.field} autoFocus />
                <Dialog.Close className={frame.close}>Close</Dialog.Close>
              </div>
              <Autocomplete.Status className="sr-only">
                {isTerm && found.isSuccess ? plural(hits.length, 'result') : ''}
              </Autocomplete.Status>
              {groups.length === 0 && (
                <p className="px-5 py-10 text-center text-soft">
                  {found.isError
                    ? 'Search isn’t working right now. Try again.'
                    : isTerm && !found.isFetching && term === typed.trim()
                      ? `No results for “${term}”`
                      : 'Searching...'}
                </p>
              )}
              <Autocomplete.List
                aria-label="Search results"
                className="min-h-0 overflow-y-auto overscroll-contain p-2 empty:hidden"
              >
                {(group: Group) => (
                  <Autocomplete.Group key={group.value} items={group.items} className="pb-1">
                    <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-small text-faint">
                      {group.value}
                    </Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(item: Item) => (
                        <Autocomplete.Item
                          key={item.id}
                          value={item}
                          onClick={() => choose(item)}
                          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 data-highlighted:bg-sunken"
                        >
                          {'hit' in item ? <HitRow hit={item.hit} /> : <CommandRow command={item.command} />}
                        </Autocomplete.Item>
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
            </Autocomplete.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function groupResults(commands: readonly Command[], hits: readonly Hit[]): Group[] {
  const actions = { value: 'Actions', items: commands.map((command) => ({ id: command.id, command })) }
  const found = searchTypes.map((kind) => ({
    value: titles[kind],
    items: hits.filter((hit) => hit.kind === kind).map((hit) => ({ id: hit.id, hit })),
  }))
  return [actions, ...found].filter(({ items }) => items.length > 0)
}
