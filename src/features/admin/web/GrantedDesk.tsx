import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, Suspense } from 'react'
import type { GrantName } from '../../../shared/grants.ts'
import { invalidateAdmin } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { AdminBar } from './AdminBar.tsx'
import { Tabs } from './Tabs.tsx'
import { type AdminTab, useAdminView } from './url-state.ts'

type Part = ComponentType<{ school: string; isGranted: true }>
const sections: readonly (readonly [grant: GrantName, tab: AdminTab, label: string, Part: Part])[] = [
  ['cases', 'reports', 'Cases', lazyPart(() => import('./ReportsWithAppeals.tsx'))],
  ['appeals', 'appeals', 'Appeals', lazyPart(() => import('../../appeals/web/AppealsTab.tsx'))],
  ['content', 'content', 'Content Management', lazyPart(() => import('./ContentWithRemoval.tsx'))],
  ['content', 'confessions', 'Confessions', lazyPart(() => import('../../confessions/web/WaitingTab.tsx'))],
  ['rules', 'rules', 'Rules', lazyPart(() => import('./RulesTab.tsx'))],
]

/** The moderation desk for a student, with what an administrator opened to them. */
export default function GrantedDesk() {
  const { grants, school, confessions_mode } = useMe()
  const client = useQueryClient()
  const view = useAdminView()
  const granted = sections.filter(
    ([grant, tab]) => grants.includes(grant) && (tab !== 'confessions' || confessions_mode !== 'on'),
  )
  const shown = granted.find(([, tab]) => tab === view.tab) ?? granted[0]
  if (!shown) return null
  const [, tab, , Part] = shown
  return (
    <section className="relative pb-8">
      <AdminBar
        onRefresh={() => invalidateAdmin(client)}
        scope={<p className="min-w-0 text-small leading-tight text-soft">You help moderate {school}.</p>}
      />
      <Tabs
        tabs={granted.map(([, name, label]) => [name, label] as const)}
        shown={tab}
        to={(name) => view.linkToOnly({ tab: name, school: '' })}
      />
      <Suspense fallback={<Skeleton className="mx-4 mt-5 h-96 desk:mx-0" />}>
        <Part key={tab} school="" isGranted />
      </Suspense>
    </section>
  )
}
