import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { plural } from '../../../shared/plural.ts'
import { call, invalidateAdmin, queryKeyFor } from '../../../shared/web/api.ts'
import { AdminList } from '../../../shared/web/ui/AdminList.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { SearchBox } from '../../../shared/web/ui/SearchBox.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { EmptyState } from '../../../shared/web/ui/states.tsx'
import { contentApi } from '../content-contract.gen.ts'
import type { ContentItem } from '../content-contract.ts'
import { ContentRow, listItemMedia } from './ContentRow.tsx'
import { DeleteContent } from './DeleteContent.tsx'
import { canHaveLabel, contentTypes } from './labels.ts'
import RevealDialog from './RevealDialog.tsx'
import { loadProblem } from './reports.ts'
import { useContentView } from './url-state.ts'

const types = [['', 'All Types'], ...contentTypes] as const
const columns = [['Select'], 'Type', 'Content', 'Images', 'Author', 'Date', 'Stats', ['Delete']] as const
const columnsWithoutImages = columns.filter((column) => column !== 'Images')

type Props = {
  school: string
  canReveal?: boolean
  /** Removes one item, from a higher feature. */
  RemoveDialog: ComponentType<{ item: ContentItem; onDeleted: () => void; onClose: () => void }>
  /** Labels one item, from a higher feature. */
  LabelDialog: ComponentType<{ item: ContentItem; onClose: () => void }>
}

/** Content Management: lists user content and removes it. */
export function ContentTab({ school, canReveal = true, RemoveDialog, LabelDialog }: Props) {
  const client = useQueryClient()
  const view = useContentView()
  const [selected, setSelected] = useState<readonly string[]>([])
  const [deleting, setDeleting] = useState<readonly ContentItem[]>()
  const [removing, setRemoving] = useState<ContentItem>()
  const [labelling, setLabelling] = useState<ContentItem>()
  const [revealing, setRevealing] = useState<ContentItem>()
  const asked = {
    page: view.page,
    type: view.type || undefined,
    search: view.search || undefined,
    school_id: school || undefined,
  }
  const list = useQuery({
    queryKey: queryKeyFor(contentApi.list, { query: asked }),
    queryFn: async ({ signal }) => {
      const { data } = await call(contentApi.list, { query: asked, signal })
      if (!Array.isArray(data?.content)) throw new Error('Invalid response format')
      return data
    },
    placeholderData: (before) => before,
  })
  const shown = list.isError ? [] : (list.data?.content ?? [])
  const chosen = shown.filter(({ id }) => selected.includes(id))
  const hasImages = shown.some((item) => listItemMedia(item).length > 0)

  return (
    <AdminList
      title="Content Management"
      subtitle="Browse and manage all content on the platform"
      list={list}
      tools={
        <>
          <SearchBox
            label="Search content..."
            term={view.search}
            onSearch={(search) => view.change({ search })}
            className="min-w-[min(10rem,100%)] flex-1"
          />
          <Select
            label="Type"
            labelHidden
            value={view.type}
            options={types}
            onChange={(type) => view.change({ type })}
          />
        </>
      }
      problem={list.isError && loadProblem(list.error, 'Failed to fetch content')}
      selection={
        chosen.length > 0
          ? {
              text: `${plural(chosen.length, 'item')} selected`,
              destructive: (
                <Button variant="danger" onClick={() => setDeleting(chosen)}>
                  Delete Selected
                </Button>
              ),
              onClear: () => setSelected([]),
            }
          : undefined
      }
      rows={shown}
      empty={
        <EmptyState
          illustration={<LawnIllustration />}
          title="No content found"
          text="No content matches your current filters."
          action={view.isNarrowed && <Button onClick={view.reset}>Clear filters</Button>}
        />
      }
      selectable={{ ids: shown.map(({ id }) => id), chosen: chosen.map(({ id }) => id), onChange: setSelected }}
      table={{ label: 'Content', columns: hasImages ? columns : columnsWithoutImages }}
      row={(item) => (
        <ContentRow
          key={item.id}
          item={item}
          withImages={hasImages}
          selected={selected.includes(item.id)}
          onSelect={(on) => setSelected(on ? [...selected, item.id] : selected.filter((id) => id !== item.id))}
          onDelete={() => setRemoving(item)}
          {...(canHaveLabel(item.type) ? { onLabel: () => setLabelling(item) } : {})}
          {...(canReveal ? { onReveal: () => setRevealing(item) } : {})}
        />
      )}
      pages={
        list.data &&
        !list.isError && {
          page: view.page,
          totalPages: list.data.pagination.totalPages,
          onPage: (page, options) => view.change({ page }, options),
          total: `${list.data.pagination.total.toLocaleString('en')} total items`,
        }
      }
    >
      {deleting && (
        <DeleteContent
          items={deleting}
          onDeleted={() => {
            setSelected([])
            setDeleting(undefined)
          }}
          onClose={() => setDeleting(undefined)}
        />
      )}
      {removing && (
        <RemoveDialog
          item={removing}
          onDeleted={() => void invalidateAdmin(client)}
          onClose={() => setRemoving(undefined)}
        />
      )}
      {labelling && <LabelDialog item={labelling} onClose={() => setLabelling(undefined)} />}
      {revealing && (
        <RevealDialog item={{ ...revealing, mode: revealing.seal_mode }} onClose={() => setRevealing(undefined)} />
      )}
    </AdminList>
  )
}
