import { randomUUID } from 'node:crypto'
import { createServer, request, type Server } from 'node:http'
import { expect, type Student, signIn, test } from './kit.ts'

/** `SEALED=50` for the measurement; fewer in the normal run. */
const count = Number(process.env.SEALED ?? 12)
const authorsCount = 5

/** A proxy that keeps all that a server sends, with its headers, and changes nothing but the host of the requests. */
async function startRecorder(target: string) {
  const { hostname, port, host, origin } = new URL(target)
  const sent: Uint8Array[][] = []
  const server: Server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, host, 'accept-encoding': 'identity' }
    if (headers.origin) headers.origin = origin
    if (headers.referer) headers.referer = `${origin}${new URL(headers.referer).pathname}`
    const onward = request({ hostname, port, method: incoming.method, path: incoming.url, headers }, (answer) => {
      const reply: Uint8Array[] = [Buffer.from(`${incoming.method} ${incoming.url}\n${answer.rawHeaders.join('\n')}\n`)]
      sent.push(reply)
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.on('data', (chunk: Buffer) => reply.push(chunk))
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('No port')
  return {
    url: `http://localhost:${address.port}`,
    /** The replies, streams included, as texts. */
    read: () => sent.map((reply) => Buffer.concat(reply).toString()),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Something anonymous by this student, of each kind in turn, that another one reports. */
async function makeReported(index: number, words: string, { api }: Student, reporter: Student) {
  const create = async (path: string, data: object) => {
    const made = await api.post(path, { data })
    expect(made.status(), await made.text()).toBe(201)
    return ((await made.json()) as { data: { id: string } }).data.id
  }
  const kind = (['posts', 'comments', 'confessions'] as const)[index % 3] ?? 'posts'
  const id =
    kind === 'posts'
      ? await create('/api/posts', { content: words, is_anonymous: true })
      : kind === 'confessions'
        ? await create('/api/confessions', { content: words, category: 'general' })
        : await create('/api/comments', {
            post_id: await create('/api/posts', { content: 'Anonymous, too', is_anonymous: true }),
            content: words,
            is_anonymous: true,
          })
  const filed = await reporter.api.post(`/api/${kind}/${id}/report`, { data: { reason: 'harassment' } })
  expect(filed.status(), await filed.text()).toBeLessThan(300)
  return id
}

test('an administrator handles reports of sealed items, and nothing that the browser receives names an author', async ({
  page,
  server,
  newStudent,
  db,
}) => {
  test.setTimeout(90_000 + count * 6_000)
  const word = `whispers-${randomUUID()}`
  const authors = await Promise.all(Array.from({ length: authorsCount }, () => newStudent('Ottoline Verity')))
  const reporters = [await newStudent('Rupert Reporter'), await newStudent('Rupert Reporter')] as const
  for (let index = 0; index < count; index++) {
    const [author, reporter] = [authors[index % authorsCount], reporters[index % 2]]
    if (author && reporter) await makeReported(index, `${word} number ${index}`, author, reporter)
  }

  const recorder = await startRecorder(server.url)
  try {
    await signIn(page, 'dean@northfield.example', `${recorder.url}/admin?tab=reports&search=${word}`)
    const article = page.getByRole('article')
    const empty = page.getByText('No reports match your current filters.')
    const handled: Record<string, number> = {}
    for (let index = 0; index < count; index++) {
      await expect(article).toContainText(word)
      const text = new RegExp(`${word} number \\d+`).exec((await article.textContent()) ?? '')?.[0] ?? ''
      await expect(article).toContainText('posted anonymously')
      await expect(article).toContainText('This author: 0 decisions in force')
      const act = (['Warn', 'Mute', 'Remove', 'Dismiss'] as const)[index % 4] ?? 'Dismiss'
      await article.getByRole('button', { name: act, exact: true }).click()
      if (act !== 'Dismiss') {
        await article.getByLabel('What happened').fill('It names where another student lives.')
        await article.getByLabel('What happened').press('Control+Enter')
      }
      handled[act] = (handled[act] ?? 0) + 1
      await expect(article.filter({ hasText: new RegExp(`${text}(?!\\d)`) })).toHaveCount(0)
    }
    await expect(empty).toBeVisible()
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0) // the last decision was sent
    await page.getByRole('link', { name: 'History' }).click()
    await expect(page.getByText('Anonymous').first()).toBeVisible()

    const stored = await db
      .selectFrom('cases')
      .innerJoin('reports', (join) =>
        join.onRef('reports.school_id', '=', 'cases.school_id').onRef('reports.case_id', '=', 'cases.id'),
      )
      .where('reports.content', 'like', `${word}%`)
      .select('cases.outcome')
      .execute()
    const dismissed = handled.Dismiss ?? 0
    expect(stored.map(({ outcome }) => outcome).sort()).toEqual([
      ...Array(dismissed).fill('dismissed'),
      ...Array(count - dismissed).fill('resolved'),
    ])

    const replies = recorder.read()
    expect(replies.filter((reply) => reply.includes(word)).length, 'the recorder has the lists').toBeGreaterThan(0)
    expect(
      replies.some((reply) => reply.startsWith('GET /api/live') && reply.includes('event: ')),
      'and the stream',
    ).toBe(true)
    expect(replies.filter((reply) => /^POST \/admin\/cases\/[^/]+\/settle\n/.test(reply)).length).toBe(count)
    expect(
      replies.some((reply) => reply.includes(reporters[0].name)),
      'it would find a name',
    ).toBe(true)
    const traces = authors.flatMap(({ id, name, email }) => [id, name, email, encodeURIComponent(email)])
    for (const trace of [...traces, 'Ottoline'])
      expect(
        replies.filter((reply) => reply.includes(trace)).map((reply) => reply.split('\n')[0]),
        trace,
      ).toEqual([])
    console.log(`${count} sealed reports, ${replies.length} replies recorded, ${JSON.stringify(handled)}`)
  } finally {
    recorder.stop()
  }
})
