import { demoPeople } from '../../demo/cast.ts'
import { accountRoutes } from '../features/account/server/routes.ts'
import { adminRoutes } from '../features/admin/server/routes.ts'
import { adRoutes } from '../features/ads/server/routes.ts'
import { appealRoutes } from '../features/appeals/server/routes.ts'
import { answerRoutes } from '../features/assignments/server/answer-routes.ts'
import { groupAssignmentRoutes } from '../features/assignments/server/group-routes.ts'
import { assignmentRoutes } from '../features/assignments/server/routes.ts'
import { confessionRoutes } from '../features/confessions/server/routes.ts'
import { waitingConfessionRoutes } from '../features/confessions/server/waiting-routes.ts'
import { decisionRoutes } from '../features/decisions/server/routes.ts'
import { checkInRoutes } from '../features/events/server/check-in-routes.ts'
import { groupEventRoutes } from '../features/events/server/group-routes.ts'
import { eventRoutes } from '../features/events/server/routes.ts'
import { waitlistRoutes } from '../features/events/server/waitlist-routes.ts'
import { groupPostRoutes } from '../features/group-posts/server/routes.ts'
import { memberRoutes } from '../features/groups/server/member-routes.ts'
import { groupRoutes } from '../features/groups/server/routes.ts'
import { liveRoutes } from '../features/live/server/routes.ts'
import { meetingRoutes } from '../features/marketplace/server/meeting-routes.ts'
import { marketplaceRoutes } from '../features/marketplace/server/routes.ts'
import { listingSearchRoutes } from '../features/marketplace/server/search-routes.ts'
import { blocklistRoutes } from '../features/media/server/blocklist-routes.ts'
import { openForms } from '../features/media/server/multipart.ts'
import { mediaRoutes } from '../features/media/server/routes.ts'
import { cardRoutes } from '../features/messages/server/cards.ts'
import { laterRoutes } from '../features/messages/server/later-routes.ts'
import { managingRoutes } from '../features/messages/server/managing-routes.ts'
import { messageRoutes } from '../features/messages/server/message-routes.ts'
import { requestRoutes } from '../features/messages/server/request-routes.ts'
import { conversationRoutes } from '../features/messages/server/routes.ts'
import { contentRoutes } from '../features/moderation/server/content-routes.ts'
import { evidenceRoutes } from '../features/moderation/server/evidence-routes.ts'
import { moderationRoutes } from '../features/moderation/server/routes.ts'
import { sealRoutes } from '../features/moderation/server/seal-routes.ts'
import { noticeRoutes } from '../features/notices/server/routes.ts'
import { notificationRoutes } from '../features/notifications/server/routes.ts'
import { profileRoutes } from '../features/people/server/profile-routes.ts'
import { peopleRoutes } from '../features/people/server/routes.ts'
import { safetyRoutes } from '../features/people/server/safety-routes.ts'
import { commentRoutes } from '../features/posts/server/comment-routes.ts'
import { postRoutes } from '../features/posts/server/routes.ts'
import { professorRoutes } from '../features/professors/server/routes.ts'
import { pushRoutes } from '../features/push/server/routes.ts'
import { ruleRoutes } from '../features/rules/server/routes.ts'
import { schoolRoutes } from '../features/schools/server/routes.ts'
import { searchRoutes } from '../features/search/server/routes.ts'
import { sessionRoutes } from '../features/session/server/routes.ts'
import { transparencyRoutes } from '../features/transparency/server/routes.ts'
import { openCells } from '../shared/server/cells/cells.ts'
import type { Config } from '../shared/server/config.ts'
import { openEpochStore } from '../shared/server/crypto/epoch-store.ts'
import type { Db } from '../shared/server/db/pools.ts'
import { openRateLimits } from '../shared/server/http/rate-limits.ts'
import { openHttp } from '../shared/server/http/server.ts'
import type { Keys } from '../shared/server/keys/keys.ts'
import { openLive } from '../shared/server/live/streams.ts'
import { openVisibleTabs } from '../shared/server/live/visible-tabs.ts'
import { openNotifications } from '../shared/server/notifications.ts'
import { openPendingItems } from '../shared/server/pending.ts'
import type { App } from '../shared/server/services.ts'
import { openStorage } from '../shared/server/storage/open.ts'
import { traceRequests } from '../shared/server/tracing/requests.ts'
import { apiDocs } from './api-docs.ts'
import { healthRoutes } from './health-routes.ts'
import { notificationMessages } from './notification-messages.ts'
import { outboxRoutes } from './outbox-routes.ts'
import { pageRoutes } from './page-routes.ts'
import { contentTypes, mediaAccess, previewSources, profileCounters, shareSources } from './registries.ts'
import { listTracedRoutes } from './traced-routes.ts'

const flushIntervalMs = 20_000

/** Builds the complete server over an open database, without listening. */
export async function buildServer(config: Config, db: Db, keys: Keys, isDraining = () => false): Promise<App> {
  const http = await openHttp(config)
  if (config.tracing) traceRequests(http, listTracedRoutes())
  const epochs = openEpochStore(db, keys.epochs)
  const anonymity = keys.openAnonymity(epochs)
  const warn = (err: unknown) => http.log.warn({ err }, 'failed to read the keys of months')
  http.addHook('onReady', () => epochs.refresh().catch(warn)) // read again when they are needed
  const live = await openLive({
    db,
    anonymity,
    redisUrl: config.redisUrl,
    onProblem: (err) => http.log.warn({ err }, 'live event bus error'),
  })
  http.addHook('preClose', async () => live.drain()) // open streams would keep the server from closing
  http.addHook('onClose', () => live.close())
  const visibleTabs = await openVisibleTabs(anonymity, config.redisUrl)
  http.addHook('onClose', async () => visibleTabs.close())
  const limits = await openRateLimits(keys.rateLimits, config.redisUrl)
  http.addHook('onClose', async () => limits.close())
  http.addHook('onSend', (_request, reply, _payload, done) => {
    if (isDraining()) reply.header('connection', 'close') // so that a proxy opens its next connection to another server
    done()
  })
  const notifications = openNotifications(live, anonymity, notificationMessages)
  const app: App = {
    http,
    db,
    config,
    anonymity,
    epochs,
    evidenceKeys: keys.evidence,
    limits,
    live,
    visibleTabs,
    notifications,
    pending: openPendingItems(anonymity, config.anonymousDelaySeconds),
    storage: await openStorage(config),
    cells: config.cells && (await openCells({ http, db, config, live, epochs }, config.cells)),
  }
  // Timers start after all connections: a server that fails to connect leaves none behind.
  const refreshing = epochs.start(warn)
  http.addHook('onClose', async () => refreshing.stop())
  const flushing = setInterval(() => {
    notifications.inbox.flush(db).catch((err) => http.log.warn({ err }, 'failed to store read notifications'))
  }, flushIntervalMs).unref()
  http.addHook('onClose', async () => {
    clearInterval(flushing)
    await notifications.inbox.flush(db, { all: true }).catch(() => {}) // unsaved read flags: the notices appear as unread again
  })
  const forms = await openForms(app)
  healthRoutes(app, isDraining)
  await apiDocs(app)
  sessionRoutes(app, demoPeople)
  liveRoutes(app)
  schoolRoutes(app)
  accountRoutes(app)
  peopleRoutes(app)
  profileRoutes(app, profileCounters)
  safetyRoutes(app, contentTypes)
  mediaRoutes(app, forms, mediaAccess)
  postRoutes(app)
  commentRoutes(app)
  eventRoutes(app)
  waitlistRoutes(app)
  checkInRoutes(app)
  notificationRoutes(app, previewSources)
  pushRoutes(app)
  searchRoutes(app)
  marketplaceRoutes(app)
  meetingRoutes(app)
  listingSearchRoutes(app)
  professorRoutes(app, forms)
  assignmentRoutes(app)
  answerRoutes(app)
  confessionRoutes(app)
  waitingConfessionRoutes(app)
  groupRoutes(app)
  memberRoutes(app)
  groupPostRoutes(app)
  groupEventRoutes(app)
  groupAssignmentRoutes(app)
  adRoutes(app)
  moderationRoutes(app, contentTypes)
  contentRoutes(app, contentTypes)
  sealRoutes(app, contentTypes)
  evidenceRoutes(app)
  noticeRoutes(app, contentTypes)
  blocklistRoutes(app)
  decisionRoutes(app, contentTypes)
  ruleRoutes(app)
  appealRoutes(app, contentTypes)
  adminRoutes(app, contentTypes)
  transparencyRoutes(app)
  outboxRoutes(app)
  conversationRoutes(app)
  managingRoutes(app)
  laterRoutes(app)
  requestRoutes(app)
  messageRoutes(app, shareSources)
  cardRoutes(app, shareSources)
  await pageRoutes(app)
  return app
}
