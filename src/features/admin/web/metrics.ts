import type { Metric } from '../contract.ts'

export const metricLabels: Readonly<Record<Metric, string>> = {
  posts: 'Posts',
  comments: 'Comments',
  new_users: 'New users',
  active_users: 'Active users',
  reports: 'Reports',
}
