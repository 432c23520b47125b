import { Tag, Trash2 } from 'lucide'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { Badge } from '../../../shared/web/ui/Panel.tsx'
import { SelectionBox } from '../../../shared/web/ui/SelectionBox.tsx'
import { TableCell, TableRow } from '../../../shared/web/ui/Table.tsx'
import { listMedia } from '../../media/web/pictures.ts'
import type { ContentItem } from '../content-contract.ts'
import { cut, formatDate, revealLabel, titled } from './labels.ts'
import { Thumbnails } from './Thumbnails.tsx'

const previewLength = 150

/** The pictures and videos of an item. */
export const listItemMedia = ({ media, images }: ContentItem) =>
  listMedia({ media, media_urls: JSON.parse(images) as string[] })

type Props = {
  item: ContentItem
  /** Whether the table has the column of images. */
  withImages: boolean
  selected: boolean
  onSelect: (on: boolean) => void
  onDelete: () => void
  /** Absent for items that can have no label. */
  onLabel?: () => void
  /** Absent where the viewer may not. */
  onReveal?: () => void
}

export function ContentRow({ item, withImages, selected, onSelect, onDelete, onLabel, onReveal }: Props) {
  const stats = [
    ['likes', item.likes_count],
    ['comments', item.comments_count],
    ['views', item.views_count],
  ] as const
  const media = listItemMedia(item)
  const reveal = revealLabel(item.seal_mode)
  return (
    <TableRow selected={selected}>
      <TableCell>
        <SelectionBox label={`Select: ${cut(item.content, 40)}`} checked={selected} onChange={onSelect} />
      </TableCell>
      <TableCell className="max-desk:flex-1">
        <Badge>{titled(item.type)}</Badge>
      </TableCell>
      <TableCell wide className="max-desk:order-3 desk:min-w-64">
        {item.title && (
          <p dir="auto" className="font-semibold">
            {item.title}
          </p>
        )}
        <p dir="auto" className="desk:max-w-md [overflow-wrap:anywhere]">
          {cut(item.content, previewLength)}
        </p>
      </TableCell>
      {withImages && (
        <TableCell className="max-desk:order-4">{media.length > 0 && <Thumbnails media={media} />}</TableCell>
      )}
      <TableCell wide className="max-desk:order-5">
        <p className="desk:max-w-48 font-medium [overflow-wrap:anywhere]">{item.author_name ?? 'Unknown'}</p>
        {item.author_email && (
          <p className="desk:max-w-36 truncate text-faint" title={item.author_email}>
            {item.author_email}
          </p>
        )}
        {item.is_anonymous && reveal && onReveal && (
          <button
            type="button"
            onClick={onReveal}
            className="min-h-11 font-medium text-brand hover:underline desk:min-h-8"
          >
            {reveal}
          </button>
        )}
      </TableCell>
      <TableCell className="text-soft tabular-nums max-desk:order-6 desk:min-w-24">
        {formatDate(item.created_at)}
      </TableCell>
      <TableCell className="whitespace-nowrap text-soft tabular-nums max-desk:order-7">
        {stats.map(([name, count]) =>
          count === undefined ? null : (
            <p key={name} className="max-desk:inline max-desk:pr-2">
              {count} {count === 1 ? name.slice(0, -1) : name}
            </p>
          ),
        )}
      </TableCell>
      <TableCell className="whitespace-nowrap desk:py-1 desk:pl-0">
        {onLabel && (
          <IconButton label="Label" onClick={onLabel}>
            <Icon icon={Tag} size={18} />
          </IconButton>
        )}
        <IconButton label="Delete" onClick={onDelete} className="hover:text-danger">
          <Icon icon={Trash2} size={18} />
        </IconButton>
      </TableCell>
    </TableRow>
  )
}
