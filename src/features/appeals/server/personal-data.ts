import { sql } from 'kysely'
import type { PersonalData, SealedData } from '../../../shared/server/personal-data.ts'
import { decisionKind, deleteSealedDecision } from '../../moderation/server/decisions.ts'

/** The appeals of a user, and what both sides wrote. Moderators are not named. */
export const appealPersonalData: readonly PersonalData[] = [
  {
    table: 'appeals',
    export: async (db, { id, schoolId }) =>
      (
        await sql<object>`select appeal.id, decision_id, report_id, by, state, outcome, appeal.reason, appeal.created_at,
            decided_at
          from appeals as appeal
          left join moderation_actions as action on action.school_id = appeal.school_id and action.id = decision_id
          left join reports as report on report.school_id = appeal.school_id and report.id = report_id
          where appeal.school_id = ${schoolId} and coalesce(action.user_id, report.reporter_id) = ${id}`.execute(db)
      ).rows,
    /** Second reviews: the report stays without its reporter. Appeals of decisions go with the decisions. */
    async remove(trx, { id, schoolId }) {
      await sql`delete from appeals where school_id = ${schoolId} and report_id in
        (select id from reports where school_id = ${schoolId} and reporter_id = ${id})`.execute(trx)
    },
  },
  {
    table: 'appeal_messages',
    export: async (db, { id, schoolId }) =>
      (
        await sql<object>`select message.appeal_id, from_moderator, message.text, message.created_at
          from appeal_messages as message
          join appeals as appeal on appeal.school_id = message.school_id and appeal.id = message.appeal_id
          left join moderation_actions as action on action.school_id = appeal.school_id and action.id = decision_id
          left join reports as report on report.school_id = appeal.school_id and report.id = report_id
          where message.school_id = ${schoolId} and coalesce(action.user_id, report.reporter_id) = ${id}`.execute(db)
      ).rows,
  },
]

/** Decisions about anonymous items, with their appeals. They go with the account, whatever happens to the items. */
export const decisionSealedData: readonly SealedData[] = [
  {
    kind: decisionKind,
    table: 'moderation_actions',
    page: async (db, schoolId, after, rows) =>
      (
        await sql<{ id: string; author_tag: Buffer }>`select id, author_tag from moderation_actions
          where school_id = ${schoolId} and is_sealed and author_tag is not null and id > ${after}
          order by id limit ${rows}`.execute(db)
      ).rows,
    export: async (db, schoolId, ids) =>
      (
        await sql<object>`select id, action_type, rule_title, rule_text, facts, reason, item_kind, item_id, label, snapshot, automated, replaces,
            duration_hours, expires_at, created_at, appeal_until, erased_at, reversed_at, reversal_reason, (select json_build_object('state', appeal.state, 'reason', appeal.reason, 'messages',
              (select json_agg(json_build_object('from_moderator', from_moderator, 'text', message.text)
                order by message.created_at, message.id) from appeal_messages as message
              where message.school_id = appeal.school_id and message.appeal_id = appeal.id))
              from appeals as appeal where appeal.school_id = action.school_id and appeal.decision_id = action.id) as appeal
          from moderation_actions as action where school_id = ${schoolId} and id = any (${ids}::uuid[])`.execute(db)
      ).rows,
    remove: deleteSealedDecision,
  },
]
