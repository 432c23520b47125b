import { notFound } from '../../../shared/server/http/errors.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { notifications } from '../contract.ts'
import { choose, unsubscribe } from './actions.ts'
import type { PreviewSource } from './previews.ts'
import { countUnread, listNotifications, loadChoices, markRead } from './queries.ts'

export function notificationRoutes(app: App, previewSources: readonly PreviewSource[]) {
  const { anonymity } = app
  const { inbox } = app.notifications

  serve(app, notifications.list, async ({ db, viewer, query }) => {
    const [{ notifications, pagination }, unread_count] = await Promise.all([
      listNotifications(db, app.notifications, viewer, query, previewSources),
      countUnread(db, inbox, viewer),
    ])
    return { ...ok(notifications), unread_count, pagination }
  })
  serve(app, notifications.count, async ({ db, viewer }) => ok({ unread: await countUnread(db, inbox, viewer) }))
  serve(app, notifications.read, async ({ db, viewer, params }) => {
    if (!(await markRead(db, inbox, viewer, params.id))) throw notFound('Notification not found')
    return okEmpty()
  })
  serve(app, notifications.readAll, async ({ db, viewer }) => {
    await markRead(db, inbox, viewer)
    return okEmpty()
  })
  serve(app, notifications.choices, async ({ db, viewer }) => ok(await loadChoices(db, viewer)))
  serve(app, notifications.choose, async ({ db, viewer, body }) => {
    await choose(db, viewer, body)
    return ok(await loadChoices(db, viewer))
  })
  serve(app, notifications.unsubscribe, async ({ db, params }) => {
    if (!(await unsubscribe(db, anonymity, params.token))) throw notFound('This link has expired.')
    return okEmpty('You’re unsubscribed from these emails.')
  })
}
