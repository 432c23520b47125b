import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import type { ContentType } from '../../moderation/server/content-types.ts'
import { type HideableKind, safety } from '../safety-contract.ts'
import { listPeople } from './people-queries.ts'
import { hideItem, mutePerson, unhideItem, unmutePerson } from './safety-actions.ts'
import { findSafety, updateSafety } from './safety-settings.ts'

/** Muted people and hidden items. `contentTypes` decide which items a viewer can see. */
export function safetyRoutes(app: App, contentTypes: readonly ContentType[]) {
  const assertVisible = async (db: Db, viewer: Viewer, kind: HideableKind, id: string) => {
    const find = contentTypes.find((type) => type.kind === kind)?.findVisible
    if (!find || !(await find(db, viewer, id))) throw notFound()
  }

  serve(app, safety.settings, async ({ db, viewer }) => ok(await findSafety(db, viewer)))
  serve(app, safety.update, async ({ db, viewer, body }) => {
    await updateSafety(db, viewer, body)
    return ok(await findSafety(db, viewer))
  })

  serve(app, safety.mute, async ({ db, viewer, params }) => {
    await mutePerson(db, viewer, params.id)
    await app.notifications.removeActor(db, { schoolId: viewer.schoolId, userId: viewer.id, actorId: params.id })
    return okEmpty('User muted')
  })
  serve(app, safety.unmute, async ({ db, viewer, params }) => {
    await unmutePerson(db, viewer, params.id)
    return okEmpty('User unmuted')
  })
  serve(app, safety.muted, async ({ db, viewer, query }) => {
    const { people, pagination } = await listPeople(db, viewer, 'muted', query)
    return { ...ok(people), pagination }
  })

  serve(app, safety.hide, async ({ db, viewer, params: { kind, id } }) => {
    await assertVisible(db, viewer, kind, id)
    await hideItem(db, viewer, kind, id)
    return okEmpty('Hidden')
  })
  serve(app, safety.unhide, async ({ db, viewer, params: { kind, id } }) => {
    if (!(await unhideItem(db, viewer, kind, id))) await assertVisible(db, viewer, kind, id)
    return okEmpty('Shown again')
  })
}
