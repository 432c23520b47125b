import { Download, Ellipsis, List, RefreshCw, Siren, Table2 } from 'lucide'
import { type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useIsDesktop } from '../../../shared/web/media-query.ts'
import { FilterSheet } from '../../../shared/web/ui/FilterSheet.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { iconButtonClassName } from '../../../shared/web/ui/IconButton.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'
import { BarSearch } from '../../../shared/web/ui/PageTools.tsx'
import { SearchBox } from '../../../shared/web/ui/SearchBox.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { exportReports } from './reports.ts'
import type { useReportsView } from './url-state.ts'

const DutyDialog = lazyPart(() => import('./DutyDialog.tsx'))

type Props = {
  view: ReturnType<typeof useReportsView>
  school: string
  onRefresh: () => void
  /** A student helps: no table, no export, no numbers. */
  isGranted?: boolean
  /** Active filters, without the search. */
  count?: number
  filters?: ReactNode
  /** '3 of 14 today' */
  progress?: ReactNode
}

/** The title row of the reports: search, filters, and the way between cases and table. */
export function ReportsHead({ view, school, onRefresh, isGranted = false, count = 0, filters, progress }: Props) {
  const isDesk = useIsDesktop()
  const [isOnDuty, setIsOnDuty] = useState(false)
  const { search, status } = view
  const isTable = view.view === 'table'
  const searchProps = {
    label: 'Search reports...',
    term: search,
    onSearch: (next: string) => view.change({ search: next }),
  }
  const save = () =>
    exportReports({ status: isTable ? status : 'pending', search, school_id: school }).catch(() =>
      toast.error('Failed to export reports'),
    )
  const [icon, other, to] = isTable
    ? ([List, 'Show as cases', view.linkTo({ view: 'cases', status: '' })] as const)
    : ([Table2, 'Show as table', view.linkTo({ view: 'table', status: 'pending', report: undefined })] as const)
  return (
    <header className="flex min-h-12 items-center gap-1 px-4 max-phone:px-2.5 desk:gap-3 desk:px-0">
      <div className="min-w-0 flex-1 py-0.5 leading-tight desk:flex desk:flex-wrap desk:items-baseline desk:gap-x-3">
        <h2 tabIndex={-1} className="text-body leading-tight font-semibold max-phone:text-small">
          Reports Management
        </h2>
        <p className="text-small leading-tight text-soft">Review and manage reported content</p>
      </div>
      {progress}
      {isDesk ? <SearchBox {...searchProps} className="w-56" /> : <BarSearch {...searchProps} />}
      {!isGranted && (
        <Link to={to} aria-label={other} title={other} className={iconButtonClassName}>
          <Icon icon={icon} size={18} />
        </Link>
      )}
      {filters && (
        <FilterSheet count={count} onClear={view.reset}>
          {filters}
        </FilterSheet>
      )}
      <Menu
        label="More report tools"
        items={[
          { label: 'Refresh', icon: <Icon icon={RefreshCw} size={18} />, onSelect: onRefresh },
          {
            label: isGranted ? 'Duty' : 'Duty and emergency numbers',
            icon: <Icon icon={Siren} size={18} />,
            onSelect: () => setIsOnDuty(true),
          },
          ...(isGranted ? [] : [{ label: 'Export Data', icon: <Icon icon={Download} size={18} />, onSelect: save }]),
        ]}
        className="-mr-2"
      >
        <Icon icon={Ellipsis} />
      </Menu>
      {isOnDuty && (
        <Suspense>
          <DutyDialog hasNumbers={!isGranted} onClose={() => setIsOnDuty(false)} />
        </Suspense>
      )}
    </header>
  )
}
