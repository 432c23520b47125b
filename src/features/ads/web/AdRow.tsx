import { Pencil, Trash2 } from 'lucide'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { Badge } from '../../../shared/web/ui/Panel.tsx'
import { Switch } from '../../../shared/web/ui/Switch.tsx'
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
            <p dir="auto" className="font-semibold break-words">
              {ad.title}
            </p>
            <p dir="auto" className="line-clamp-2 text-soft">
              {ad.description}
            </p>
            <p className="max-w-72 truncate text-faint" title={ad.target_url}>
              {ad.target_url}
            </p>
          </div>
        </div>
      </TableCell>
      <TableCell className="desk:py-1.5">
        <Switch label={`${ad.title} is active`} checked={ad.is_active} disabled={busy} onChange={onToggle}>
          <Badge tone={ad.is_active ? 'good' : 'plain'}>{ad.is_active ? 'Active' : 'Inactive'}</Badge>
        </Switch>
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
      <TableCell className="whitespace-nowrap max-desk:ml-auto desk:py-1">
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
