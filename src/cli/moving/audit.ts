import type pg from 'pg'
import type { Move } from './move.ts'

/** In the log of the cell that the school leaves, in the transaction of the switch. */
export const recordMove = (client: pg.Client, { schoolId, to }: Move) =>
  client.query(
    `insert into audit_log (school_id, actor_name, action, target_type, target_id, detail)
    values ($1, 'command line', 'school.move', 'school', $1, jsonb_build_object('to', $2::text))`,
    [schoolId, to],
  )
