import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { type PageRequest, toOffset, toPage } from '../../../shared/server/db/page.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { epoch } from '../../../shared/server/db/sql.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import type { GroupRole } from '../../groups/contract.ts'
import { assertCanViewGroup, canDelete } from '../../groups/server/policy.ts'
import { membershipOr404, visibleGroups } from '../../groups/server/queries.ts'
import { isListedFor, isNotMuted, noBlockBetween } from '../../people/server/queries.ts'
import type { SharedAssignment } from '../contract.ts'
import { loadAssignments } from './load.ts'

/** The shares in a group that the viewer can see. The assignments feature checks access to the questions themselves. */
const visibleShared = (db: Db, viewer: Viewer, group: string) =>
  visibleGroups(db, viewer)
    .innerJoin('group_assignments as shared', (join) =>
      join.onRef('shared.school_id', '=', 'groups.school_id').onRef('shared.group_id', '=', 'groups.id'),
    )
    .innerJoin('users as sharer', (join) =>
      join.onRef('sharer.school_id', '=', 'shared.school_id').onRef('sharer.id', '=', 'shared.shared_by'),
    )
    .where('groups.id', '=', group)
    .where((or) => or.or([or('groups.type', '=', 'public'), or('mine.user_id', 'is not', null)]))
    .where('sharer.deleted_at', 'is', null)
    .where(noBlockBetween(viewer, 'shared.shared_by'))
    .select(['shared.assignment_id', epoch('shared.created_at').as('shared_at'), 'mine.role as user_role'])
    .select(['sharer.id as author_id', 'sharer.name', 'sharer.avatar_url'])
    .$narrowType<{ user_role: GroupRole | null }>()
type SharedRow = Awaited<ReturnType<ReturnType<typeof visibleShared>['execute']>>[number]

/** One page of the questions shared in a group, newest first. Throws 403 or 404 like the group. */
export async function listShared(db: Db, viewer: Viewer, group: string, window: PageRequest) {
  const found = await visibleShared(db, viewer, group)
    .innerJoin('assignments as asked', (join) =>
      join.onRef('asked.school_id', '=', 'shared.school_id').onRef('asked.id', '=', 'shared.assignment_id'),
    )
    .where(isNotMuted(viewer, 'shared.shared_by'))
    .where(isListedFor(viewer, { kind: 'assignment', id: 'asked.id', author: 'asked.author_id' }))
    .orderBy('shared.created_at', 'desc')
    .orderBy('shared.assignment_id')
    .limit(window.limit + 1)
    .offset(toOffset(window))
    .execute()
  if (found.length === 0) assertCanViewGroup(await membershipOr404(db, viewer, group))
  const { rows, pagination } = toPage(found, window)
  return { shared: await show(db, viewer, rows), pagination }
}

/** Returns a shared question if the viewer can see it. Throws 403 or 404 like the group, and 404 otherwise. */
export async function sharedOr404(db: Db, viewer: Viewer, group: string, assignment: string) {
  const rows = await visibleShared(db, viewer, group).where('shared.assignment_id', '=', assignment).execute()
  const [shared] = await show(db, viewer, rows)
  if (shared) return shared
  assertCanViewGroup(await membershipOr404(db, viewer, group))
  throw notFound('Assignment not found')
}

async function show(db: Db, viewer: Viewer, rows: readonly SharedRow[]): Promise<SharedAssignment[]> {
  const assignments = await loadAssignments(
    db,
    viewer,
    rows.map(({ assignment_id }) => assignment_id),
  )
  const byId = new Map(rows.map((row) => [row.assignment_id, row]))
  return assignments.flatMap((assignment) => {
    const row = byId.get(assignment.id)
    if (!row) return []
    const { author_id: id, name, avatar_url } = row
    return {
      ...assignment,
      shared_by: { id, name, avatar_url, avatar: avatar_url },
      shared_at: row.shared_at,
      can: { ...assignment.can, unshare: canDelete(viewer, row) },
    }
  })
}
