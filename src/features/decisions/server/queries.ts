import { type RawBuilder, sql } from 'kysely'
import { findSchoolOfRow } from '../../../shared/server/auth/row-school.ts'
import type { SchoolScope } from '../../../shared/server/auth/school-scope.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import { type PageRequest, toOffset, toPage } from '../../../shared/server/db/page.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { type AppealRow, appealJson, isAboutViewer, presentAppeal } from '../../appeals/server/queries.ts'
import { contentTypeName } from '../../moderation/server/content-queries.ts'
import type { ContentType } from '../../moderation/server/content-types.ts'
import type { StoredLabel } from '../../moderation/server/labelled-rows.ts'
import type { Decision, Statement } from '../contract.ts'

type DecisionRow = Omit<Decision, 'can' | 'appeal' | 'appeal_state' | 'item' | 'label'> & {
  readonly label: StoredLabel | null
  readonly item_kind: string | null
  readonly is_appealable: boolean
  readonly appeal: AppealRow | null
}

/** The decisions about the viewer. Both reads start here. Moderators are not read. */
const ownDecisions = async (anonymity: Anonymity, viewer: Viewer, rest: RawBuilder<unknown>) => sql<DecisionRow>`
  select action.id, action.action_type,
    case action.action_type when 'remove' then 'item' when 'label' then case when action.label ->> 'note' is null then 'pictures' else 'item' end when 'mute' then 'anonymous_writing'
      else 'account' end as scope,
    case when action.rule_title is not null then json_build_object('title', action.rule_title, 'text', action.rule_text)
      end as rule,
    coalesce(action.facts, action.reason) as facts, action.automated,
    floor(extract(epoch from action.created_at))::int8 as starts_at,
    floor(extract(epoch from action.expires_at))::int8 as ends_at, schools.name as school,
    floor(extract(epoch from action.appeal_until))::int8 as appeal_until,
    action.item_kind, action.label, action.erased_at is not null as is_erased,
    floor(extract(epoch from action.reversed_at))::int8 as reversed_at,
    action.snapshot, action.appeal_until > now() and action.reversed_at is null as is_appealable, ${appealJson} as appeal
  from moderation_actions as action join schools on schools.id = action.school_id
  where ${await isAboutViewer(anonymity, viewer)} ${rest}`

/** `findLabel`: the name of a content type for users. */
export type FindLabel = (kind: string) => string

function present({ is_appealable, item_kind, label, ...row }: DecisionRow, findLabel: FindLabel): Decision {
  return {
    ...row,
    ...(label && { label: { note: label.note, sensitive: label.sensitive } }),
    item: ['remove', 'label'].includes(row.action_type) && item_kind ? findLabel(item_kind) : null,
    appeal: row.appeal && presentAppeal(row.appeal),
    appeal_state: row.appeal?.state ?? null,
    can: { appeal: is_appealable === true && !row.appeal },
  }
}

/** One page of the decisions about the viewer, newest first. */
export async function listDecisions(
  db: Db,
  anonymity: Anonymity,
  viewer: Viewer,
  window: PageRequest,
  findLabel: FindLabel,
): Promise<{ rows: Statement[]; pagination: ReturnType<typeof toPage>['pagination'] }> {
  const own = await ownDecisions(
    anonymity,
    viewer,
    sql`order by action.created_at desc, action.id desc limit ${window.limit + 1} offset ${toOffset(window)}`,
  )
  const { rows } = await own.execute(db)
  const { rows: shown, pagination } = toPage(rows, window)
  return { rows: shown.map((row) => present(row, findLabel)), pagination }
}

/** A decision about the viewer. Throws 404 for any other. */
export async function decisionOr404(
  db: Db,
  anonymity: Anonymity,
  viewer: Viewer,
  id: string,
  findLabel: FindLabel,
): Promise<Decision> {
  const own = await ownDecisions(anonymity, viewer, sql`and action.id = ${id}`)
  const { rows } = await own.execute(db)
  const [row] = rows
  if (!row) throw notFound('Decision not found')
  return present(row, findLabel)
}

type Removal = { readonly id: string; readonly is_erased: boolean; readonly is_reversed: boolean }

/** The latest removal of an item in the scope. `type`: a content type, or its name in content management. */
export async function findRemoval(
  db: Db,
  kinds: readonly ContentType[],
  scope: SchoolScope,
  id: string,
  type: string,
): Promise<Removal | undefined> {
  const school = await findSchoolOfRow(db, scope, 'moderation_actions.item_id', id)
  if (!school) return undefined
  const names = kinds.filter((kind) => kind.kind === type || contentTypeName(kind) === type).map(({ kind }) => kind)
  const { rows } = await sql<Removal>`
    select id, erased_at is not null as is_erased, reversed_at is not null as is_reversed from moderation_actions as action
    where action.school_id = ${school}
      and item_kind = any (${names}::text[]) and item_id = ${id} and action_type = 'remove'
    order by created_at desc limit 1`.execute(db)
  return rows[0]
}
