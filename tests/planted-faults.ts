/** Small faults, and the test files that must fail with each of them in the code. `npm run faults:planted` inserts each. */
export type PlantedFault = {
  readonly name: string
  readonly file: string
  /** Occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
  /** At least one test in each of these files must fail. Files in e2e are journeys. */
  readonly caughtBy: readonly string[]
}

export const plantedFaults: readonly PlantedFault[] = [
  {
    name: 'a listing is queried without its school',
    file: 'src/features/marketplace/server/queries.ts',
    find: ".where('listings.school_id', '=', viewer.schoolId)\n    .where('seller.deleted_at', 'is', null)",
    replace: ".where('seller.deleted_at', 'is', null)",
    caughtBy: ['tests/isolation.test.ts', 'tests/permissions.test.ts'],
  },
  {
    name: "an author's comment below their anonymous post is signed",
    file: 'src/features/posts/server/comment-routes.ts',
    find: 'post.is_anonymous && body.is_anonymous !== false',
    replace: 'post.is_anonymous && body.is_anonymous === true',
    caughtBy: ['src/features/posts/server/comments.test.ts', 'tests/unmasking.test.ts'],
  },
  {
    name: 'the row of an anonymous comment names its author',
    file: 'src/features/discussions/server/discussion.ts',
    find: 'comment, sealed, notification)',
    replace: 'comment, { ...sealed, author_id: author.id, mentions: [] }, notification)',
    caughtBy: ['tests/anonymity.test.ts'],
  },
  {
    name: 'requests of blocked accounts are admitted',
    file: 'src/shared/server/http/serve.ts',
    find: '  if (session.moderationStatus && !comesBack) throw blockedError(session.moderationStatus)\n',
    replace: '  void (comesBack && blockedError)\n',
    caughtBy: ['tests/isolation.test.ts'],
  },
  {
    name: 'a write does not check the moderation status again',
    file: 'src/shared/server/auth/moderation-status.ts',
    find: 'return await withTransaction(db, work, guard)',
    replace: 'return await withTransaction(db, work, guard && undefined)',
    caughtBy: ['src/features/session/server/session.test.ts'],
  },
  {
    name: 'a cell of the report export may be a formula',
    file: 'src/shared/server/csv.ts',
    find: "? `'${text}` : text",
    replace: '? text : text',
    caughtBy: ['src/features/moderation/server/reports.test.ts'],
  },
  {
    name: 'a cursor is parsed without validation',
    file: 'src/shared/server/db/cursor.ts',
    find: "place === undefined || id === undefined || place.includes('\\0') ? undefined : { sortKey: place, id }",
    replace: 'cursor === undefined ? undefined : { sortKey: place ?? text, id: id ?? text }',
    caughtBy: ['src/shared/server/db/cursor.test.ts'],
  },
  {
    name: 'repeating a vote on an answer does not withdraw it',
    file: 'src/features/assignments/server/answer-actions.ts',
    find: 'where not exists (select from withdrawn)',
    replace: 'where true',
    caughtBy: ['tests/models.test.ts'],
  },
  {
    name: 'what users write is put into the page as HTML',
    file: 'src/shared/web/ui/RichText.tsx',
    find: '<Fragment key={index}>\n            {index % 2 === 1 ? <Away to={part} /> : <Mentioning text={part} people={mentions} />}',
    replace:
      '<Fragment key={index}>\n            {index % 2 === 1 ? <Away to={part} /> : <span dangerouslySetInnerHTML={{ __html: part }} />}\n            {mentions.length > 99 && <Mentioning text={part} people={mentions} />}',
    caughtBy: ['e2e/hostile.spec.ts'],
  },
  {
    name: 'a URL in Markdown may have any scheme',
    file: 'src/features/assignments/web/Markdown.tsx',
    find: "(/^(https?:|mailto:)/i.test(url) ? url : '')",
    replace: 'url',
    caughtBy: ['src/features/assignments/web/rich.test.tsx'],
  },
  {
    name: 'the origin of a write is not checked',
    file: 'src/shared/server/http/server.ts',
    find: "  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return\n  const { origin, host }",
    replace: '  if (request.method) return\n  const { origin, host }',
    caughtBy: ['src/shared/server/http/server.test.ts', 'e2e/other-site.spec.ts'],
  },
  {
    name: 'a sanction leaves no entry in the audit log',
    file: 'src/features/moderation/server/sanction-actions.ts',
    find: '  await recordAudit(trx, by, {\n    action: `user.${sanction.type}`,',
    replace: '  void ((_: unknown) => recordAudit)({\n    action: `user.${sanction.type}`,',
    caughtBy: ['src/features/moderation/server/reports.test.ts'],
  },
  {
    name: 'a seal of the audit log does not include the previous one',
    file: 'src/features/admin/server/audit-chain.ts',
    find: "keyedHashes('audit', String(seq), before.toString('hex'), text)",
    replace: "keyedHashes('audit', String(seq), String(before.length > 99), text)",
    caughtBy: ['src/features/admin/server/audit-chain.test.ts'],
  },
  {
    name: 'the server connects to the website that a profile names',
    file: 'src/features/session/server/profile-actions.ts',
    find: '  const { ',
    replace: '  if (input.website) void fetch(String(input.website)).catch(() => {})\n  const { ',
    caughtBy: ['tests/outgoing.test.ts'],
  },
  {
    name: 'a header names the secret key',
    file: 'src/app/server.ts',
    find: "    if (isDraining()) reply.header('connection', 'close')",
    replace:
      "    reply.header('x-build', config.secretKey ?? '')\n    if (isDraining()) reply.header('connection', 'close')",
    caughtBy: ['tests/outgoing.test.ts'],
  },
  {
    name: 'a conversation keeps the id of a removed account',
    file: 'src/features/messages/server/content-types.ts',
    find: "set topic = 'left ' || conversations.id from participants",
    replace: 'set topic = topic from participants',
    caughtBy: ['tests/deletion.test.ts'],
  },
  {
    name: 'a block is not checked before a picture is sent',
    file: 'src/features/people/server/media-rules.ts',
    find: "<> 'student' or ${noBlockBetween(viewer, 'uploads.owner_id')})",
    replace: "<> 'student' or true or ${noBlockBetween(viewer, 'uploads.owner_id')})",
    caughtBy: ['src/features/media/server/media.test.ts'],
  },
  {
    name: 'an upload has a guessable name',
    file: 'src/features/media/server/upload-actions.ts',
    find: "const randomName = () => randomBytes(24).toString('base64url')",
    replace: "const randomName = () => `${process.hrtime.bigint()}${randomBytes(1).length}`.padStart(32, '0')",
    caughtBy: ['src/features/media/server/uploads.test.ts'],
  },
  {
    name: 'every X-Forwarded-For is trusted',
    file: 'src/shared/server/http/server.ts',
    find: 'trustProxy: [...config.trustedProxies]',
    replace: 'trustProxy: config.trustedProxies.length < 999',
    caughtBy: ['src/shared/server/http/serve.test.ts'],
  },
  {
    name: 'replays are not counted',
    file: 'src/shared/server/http/serve.ts',
    find: "await app.limits.consume('idempotent',",
    replace: "if (app.db.isTransaction) await app.limits.consume('idempotent',",
    caughtBy: ['src/shared/server/http/serve.test.ts'],
  },
  {
    name: 'a body that is not JSON is read to its end',
    file: 'src/shared/server/http/server.ts',
    find: "else payload.once('data', isFull)",
    replace: "else payload.on('data', () => {}).once('end', isFull)",
    caughtBy: ['src/shared/server/http/server.test.ts'],
  },
  {
    name: 'a page on another port signs users out in a frame',
    file: 'src/features/session/server/routes.ts',
    find: "['cross-site', 'same-site'].includes",
    replace: "['cross-site'].includes",
    caughtBy: ['e2e/other-site.spec.ts'],
  },
  {
    name: 'a token of the future is accepted',
    file: 'src/features/session/server/policy.ts',
    find: "typeof iat === 'number' && iat <= Date.now() / 1000 + clockSkew",
    replace: "typeof iat === 'number' || clockSkewSeconds < 0",
    caughtBy: ['src/features/session/server/hostile-provider.test.ts'],
  },
  {
    name: "a provider's callback accepts another provider's sign-in attempt",
    file: 'src/features/session/server/attempts.ts',
    find: ".where('provider', '=', provider)\n",
    replace: ".where('provider', '<>', `no ${provider}`)\n",
    caughtBy: ['src/features/session/server/hostile-provider.test.ts'],
  },
  {
    name: 'a stream buffers any number of bytes for a slow consumer',
    file: 'src/shared/server/live/streams.ts',
    find: 'if (response.writableLength > maxBufferedBytes)',
    replace: 'if (response.writableLength > maxBufferedBytes * 1e6)',
    caughtBy: ['src/shared/server/live/streams.test.ts'],
  },
  {
    name: 'the streams of a deactivated school stay open for a minute',
    file: 'src/shared/server/live/streams.ts',
    find: ': ofSchool(audience)),',
    replace: ': ofSchool(`${audience} `)),',
    caughtBy: ['src/shared/server/live/streams.test.ts'],
  },
  {
    name: "a token's signature is not checked",
    file: 'src/features/session/server/providers.ts',
    find: '      client.enableNonRepudiationChecks,',
    replace: '      ...(issuer ? [] : [client.enableNonRepudiationChecks]),',
    caughtBy: ['src/features/session/server/hostile-provider.test.ts'],
  },
  {
    name: 'an opening of a seal leaves no entry in the audit log',
    file: 'src/features/moderation/server/seal-opening.ts',
    find: '    await recordAudit(trx, by, { action, school: item.schoolId, target, detail })\n',
    replace: '    void [recordAudit, action, target, detail]\n',
    caughtBy: ['tests/seal-openings.test.ts'],
  },
  {
    name: 'keys of the rate limits are stored in the clear',
    file: 'src/shared/server/http/rate-limits.ts',
    find: "redis ? createHmac('sha256', hashKey)",
    replace: "!redis ? createHmac('sha256', hashKey)",
    caughtBy: ['src/shared/server/http/rate-limits.test.ts'],
  },
  {
    name: 'a private group names its creator to everyone',
    file: 'src/features/groups/server/present.ts',
    find: '(canViewGroup(row) ? toCreator(row) : membersOnly)',
    replace: '(canViewGroup(row) || row ? toCreator(row) : membersOnly)',
    caughtBy: ['src/features/groups/server/access.test.ts'],
  },
  {
    name: 'a live event is lost',
    file: 'src/shared/server/live/streams.ts',
    find: '    for (const stream of audience) send(stream, wire)',
    replace: '    for (const stream of audience.slice(1)) send(stream, wire)',
    caughtBy: ['src/shared/server/live/streams.test.ts'],
  },
]
