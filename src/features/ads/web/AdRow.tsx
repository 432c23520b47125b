import { Pencil, Trash2 } from 'lucide-react'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { Badge } from '../../../shared/web/ui/Panel.tsx'
import { TableCell, TableRow } from '../../../shared/web/ui/Table.tsx'
import type { Ad } from '../contract.ts'

const date = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })

/** Clicks per hundred impressions, to one decimal. 0 without impressions. */
export const clickThroughRate = ({
  clicks,
  current_impressions,
}: Pick<Ad, 'clicks' | 'current_impressions'>): string =>
  current_impressions === 0 ? '0' : ((clicks / current_impressions) * 100).toFixed(1)

type Props = { ad: Ad; busy: boolean; onToggle: () => void; onEdit: () => void; onDelete: () => void }

export function AdRow({ ad, busy, onToggle, onEdit, onDelete }: Props) {
  const most = ad.max_impressions === null ? '' : ` of ${ad.max_impressions.toLocaleString('en')}`
  return (
    <TableRow>
      <TableCell wide className="desk:min-w-64">
        <div className="flex gap-3">
          {ad.image_url && (
            <img src={ad.image_url} alt="" loading="lazy" className="h-12 w-18 shrink-0 rounded-control object-cover" />
          )}
          <div className="min-w-0">
            <p className="font-semibold break-words">{ad.title}</p>
            <p className="line-clamp-2 text-soft">{ad.description}</p>
            <p className="max-w-72 truncate text-faint" title={ad.target_url}>
              {ad.target_url}
            </p>
          </div>
        </div>
      </TableCell>
      <TableCell className="desk:py-1.5">
        <button
          type="button"
          role="switch"
          aria-checked={ad.is_active}
          aria-label={`${ad.title} is active`}
          disabled={busy}
          onClick={onToggle}
          className="inline-flex min-h-11 items-center gap-2 disabled:opacity-50"
        >
          <span
            aria-hidden
            className={`relative h-5 w-9 rounded-full transition-colors duration-150 ${ad.is_active ? 'bg-brand' : 'bg-faint'}`}
          >
            <span
              className={`absolute top-0.5 size-4 rounded-full bg-surface transition-[left] duration-150 ${ad.is_active ? 'left-4.5' : 'left-0.5'}`}
            />
          </span>
          <Badge tone={ad.is_active ? 'good' : 'plain'}>{ad.is_active ? 'Active' : 'Inactive'}</Badge>
        </button>
      </TableCell>
      <TableCell className="whitespace-nowrap">
        {ad.placement === 'feed' ? 'Feed' : 'Sidebar'}
        <span className="block text-faint">{ad.target_school ?? 'All Users'}</span>
      </TableCell>
      <TableCell className="whitespace-nowrap tabular-nums">
        <p>
          {ad.current_impressions.toLocaleString('en')}
          {most} impressions
        </p>
        <p className="text-soft">
          {ad.clicks.toLocaleString('en')} clicks · CTR {clickThroughRate(ad)}%
        </p>
      </TableCell>
      <TableCell className="whitespace-nowrap text-soft">{date.format(new Date(ad.created_at))}</TableCell>
      <TableCell className="whitespace-nowrap desk:py-1">
        <IconButton label="Edit" onClick={onEdit}>
          <Icon icon={Pencil} size={18} />
        </IconButton>
        <IconButton label="Delete" onClick={onDelete} className="hover:text-danger">
          <Icon icon={Trash2} size={18} />
        </IconButton>
      </TableCell>
    </TableRow>
  )
}
