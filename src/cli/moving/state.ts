// What both cells record about a move: where the school is, what the source hands over, and who moved it.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { WaitingJob } from './jobs.ts'
import { type Database, type Move, select } from './move.ts'

/** A row of `school_moves`. */
export type MoveState = {
  readonly direction: 'in' | 'out'
  readonly state: 'copying' | 'paused' | 'done' | 'ready'
  readonly cell: string
}

export async function findState({ client }: Database, schoolId: string): Promise<MoveState | undefined> {
  const [row] = await select<MoveState>(
    client,
    'select direction, state, cell from school_moves where school_id = $1',
    [schoolId],
  )
  return row
}

export const setState = (client: pg.Client, schoolId: string, { direction, state, cell }: MoveState) =>
  client.query(
    `insert into school_moves (school_id, direction, state, cell) values ($1, $2, $3, $4)
    on conflict (school_id) do update
      set direction = excluded.direction, state = excluded.state, cell = excluded.cell, changed_at = now()`,
    [schoolId, direction, state, cell],
  )

/** After a move that was aborted, or that has arrived: the school is where it was, or is here. */
export const removeState = ({ client }: Database, schoolId: string, state: 'copying' | 'ready') =>
  client.query('delete from school_moves where school_id = $1 and state = $2', [schoolId, state])

/** Commits a mark at the source. When it is at the target, so is everything that was committed before. */
export async function setMark(client: pg.Client, schoolId: string, jobs: readonly WaitingJob[] = []): Promise<string> {
  const mark = randomUUID()
  await client.query(
    `with former as (delete from school_handovers where school_id = $1 and jobs = '[]' and switched_by is null)
    insert into school_handovers (school_id, mark, jobs) values ($1, $2, $3)`,
    [schoolId, mark, JSON.stringify(jobs)],
  )
  return mark
}

export async function hasMark({ client }: Database, schoolId: string, mark: string): Promise<boolean> {
  const rows = await select(client, 'select from school_handovers where school_id = $1 and mark = $2', [schoolId, mark])
  return rows.length > 0
}

/** The transaction of the target that was its last before it serves the school. */
export const noteSwitch = ({ client }: Database, schoolId: string, mark: string, switchedBy: string | undefined) =>
  client.query('update school_handovers set switched_by = $3 where school_id = $1 and mark = $2', [
    schoolId,
    mark,
    switchedBy,
  ])

export async function findSwitch({ client }: Database, schoolId: string): Promise<string | undefined> {
  const [row] = await select<{ switched_by: string }>(
    client,
    'select switched_by from school_handovers where school_id = $1 and switched_by is not null',
    [schoolId],
  )
  return row?.switched_by
}

/** Enqueues the jobs that were handed over. */
export const takeJobs = ({ client }: Database, schoolId: string) =>
  client.query('select take_school_jobs($1)', [schoolId])

export const removeHandovers = ({ client }: Database, schoolId: string) =>
  client.query('delete from school_handovers where school_id = $1', [schoolId])

/** In the log of the cell that the school leaves. */
export const recordMove = ({ source, schoolId, to }: Move) =>
  source.client.query(
    `insert into audit_log (school_id, actor_name, action, target_type, target_id, detail)
    values ($1, 'command line', 'school.move', 'school', $1, jsonb_build_object('to', $2::text))`,
    [schoolId, to],
  )
