// Jobs of a school that wait in the queue of the source.
import type pg from 'pg'
import type { Anonymity } from '../../shared/server/crypto/anonymity.ts'
import { parseNotice, sealedNoticeBox } from '../../shared/server/notifications/sealed-notices.ts'
import { select } from './move.ts'

/** As `take_school_jobs` reads it. */
export type WaitingJob = {
  readonly task: string
  /** JSON. */
  readonly payload: string
  readonly run_at: string
  readonly max_attempts: number
  readonly key: string | null
  readonly priority: number
}

type Row = WaitingJob & { readonly id: string; readonly kind: 'school' | 'sealed' | 'site' }

/**
 * Removes the jobs of a school that no worker runs, and returns them. Jobs without data, which look for what is due in all
 * schools, are returned once per name and stay. Emails name no school: the source sends them.
 */
export async function takeWaitingJobs(
  client: pg.Client,
  anonymity: Anonymity,
  schoolId: string,
): Promise<WaitingJob[]> {
  const rows = await select<Row>(
    client,
    `select * from (
      select job.id::text, task.identifier as task, job.payload::text, job.run_at::text, job.max_attempts::int, job.key,
        job.priority::int, case when payload::jsonb ->> 'schoolId' = $1 then 'school'
          when payload::jsonb ? 'sealedNotice' then 'sealed' when payload::jsonb = '{}' then 'site' end as kind
      from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
      where job.locked_at is null and job.attempts < job.max_attempts and json_typeof(payload) = 'object'
      for update of job skip locked
    ) as waiting where kind is not null order by id::bigint`,
    [schoolId],
  )
  const box = sealedNoticeBox(anonymity)
  const isOwn = ({ payload }: Row) =>
    parseNotice(box, (JSON.parse(payload) as { sealedNotice: string }).sealedNotice).item.schoolId === schoolId
  const moved = rows.filter((row) => row.kind === 'school' || (row.kind === 'sealed' && isOwn(row)))
  await client.query('delete from graphile_worker._private_jobs where id = any ($1::bigint[])', [
    moved.map(({ id }) => id),
  ])
  const ofSite = new Map(rows.filter(({ kind }) => kind === 'site').map((row) => [row.task, row]))
  return [...moved, ...ofSite.values()].map(({ id: _, kind: __, ...job }) => job)
}

/** Jobs of the school that a worker runs now. Those that fail, because the school has left, wait again. */
export async function countRunningJobs(client: pg.Client, schoolId: string): Promise<number> {
  const [row] = await select<{ count: number }>(
    client,
    `select count(*)::int as count from graphile_worker._private_jobs
    where locked_at is not null and json_typeof(payload) = 'object'
      and (payload::jsonb ->> 'schoolId' = $1 or payload::jsonb ? 'sealedNotice')`,
    [schoolId],
  )
  return row?.count ?? 0
}
