import { choiceParam, pageParam, textParam, valueParam } from '../../../shared/web/url-params.ts'
import { useUrlState } from '../../../shared/web/url-state.ts'
import { joinedDates } from '../contract.gen.ts'
import type { Person } from '../contract.ts'

const tabs = [
  'overview',
  'reports',
  'appeals',
  'seals',
  'notices',
  'moderation',
  'users',
  'content',
  'confessions',
  'analytics',
  'ads',
  'settings',
  'rules',
] as const
export type AdminTab = (typeof tabs)[number]

const adminParams = { tab: choiceParam(tabs, 'overview', 'view'), school: valueParam('view') }
export const useAdminView = () => useUrlState(adminParams)

const usersParams = {
  page: pageParam,
  search: textParam,
  role: choiceParam(['student', 'admin'], ''),
  status: choiceParam(['active', 'suspended', 'banned'] satisfies Person['status'][], ''),
  joined: choiceParam(joinedDates, ''),
}
export const useUsersView = () => useUrlState(usersParams)

const analyticsParams = { period: choiceParam(['day', 'week', 'month'], 'week', 'view') }
export const useAnalyticsView = () => useUrlState(analyticsParams)
