// F13, separately: the last second of a year repeats, for both servers and their database.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { QuadNode } from '../tools/services.ts'
import { onClocks, type Scene } from './clock-scene.ts'
import { jobsDone, logJobs } from './clocks.ts'
import { ask, type Fault, signIn, type Writer } from './kit.ts'

/**
 * Linux sets its clock back by a second at midnight UTC; here it happens later, so that the new minute begins twice
 * too.
 */
const midnight = Date.parse('2027-01-01T00:00:00Z')
const late = 500
/** Milliseconds: for jobs to adapt to the clock, for writes before and after, between two writes. */
const [lead, around, pause] = [80_000, 4000, 200]

/** Texts that were posted and sent as messages. */
type WrittenBatch = { readonly word: string; readonly texts: readonly string[] }

export const leapSecond: Fault = {
  name: 'F13 leap',
  title: 'the last second of a year comes twice, on both servers and in PostgreSQL',
  rounds: 1,
  run: () =>
    onClocks(async (scene) => {
      const { nodes, wrong, set, db } = scene
      await logJobs(db)
      const ahead = Math.round((midnight - lead - Date.now()) / 1000)
      set(ahead, ahead, ahead)
      const [reader, dean] = await Promise.all(
        ['grace', 'dean'].map((name) => signIn(nodes[0]?.address ?? '', `${name}@northfield.example`)),
      )
      if (!reader || !dean) throw new Error('A demo user could not sign in')
      const talk = await openTalk(nodes[0] as QuadNode, reader, dean)
      const turn = midnight + late - ahead * 1000
      await sleep(turn - around - Date.now())
      const written = await writeAround(scene, { reader, talk, turn, back: () => set(ahead - 1, ahead - 1, ahead - 1) })
      await lookAt(scene, reader, talk, written)
      const { all, twice } = await jobsDone(db)
      if (all === 0) wrong.push('no job ran')
      if (twice > 0) wrong.push(`${twice} jobs were done twice for one time`)
      return {
        figures: {
          posts: written.texts.length,
          messages: written.texts.length,
          'jobs at their times': all,
          'of these twice': twice,
        },
        wrong,
      }
    }),
}

async function openTalk({ address }: QuadNode, reader: Writer, other: Writer): Promise<string> {
  const { body: me } = await ask(address, other, 'GET', '/api/me')
  const id = (me as { data?: { id: string }; id?: string }).data?.id ?? (me as { id?: string }).id
  const { body } = await ask(address, reader, 'POST', '/api/conversations', { participant_id: id })
  return `/api/conversations/${(body as { data: { id: string } }).data.id}/messages`
}

/** Posts and sends messages through both servers alternately, while their clocks are set back. */
async function writeAround(
  { nodes, wrong }: Scene,
  how: { reader: Writer; talk: string; turn: number; back: () => void },
): Promise<WrittenBatch> {
  const word = `leap${Math.random().toString(36).slice(2)}`
  const texts: string[] = []
  let isBack = false
  for (let at = 0; Date.now() < how.turn + around; at++) {
    if (!isBack && Date.now() >= how.turn) {
      how.back()
      isBack = true
    }
    const { address } = nodes[at % nodes.length] as QuadNode
    const content = `${word} ${at}`
    for (const path of ['/api/posts', how.talk]) {
      const { status, body } = await ask(address, how.reader, 'POST', path, { content })
      if (status !== 201) wrong.push(`${path} was answered ${status} ${body.error}`)
    }
    texts.push(content)
    await sleep(pause)
  }
  return { word, texts }
}

/**
 * Every item exists once; messages are in order, and so are posts except in that second; no timestamp is in the future.
 */
async function lookAt({ nodes, wrong, db }: Scene, reader: Writer, talk: string, { word, texts }: WrittenBatch) {
  type MessagePage = { data?: { content: string; created_at: number }[] }
  const { rows } = await sql<{ now: number }>`select extract(epoch from clock_timestamp())::float8 as now`.execute(db)
  for (const { address } of nodes) {
    const talked = (await ask(address, reader, 'GET', `${talk}?limit=100`)).body as MessagePage
    const heard = (talked.data ?? []).filter(({ content }) => content.startsWith(word)).map(({ content }) => content)
    if (heard.join() !== texts.join()) wrong.push('messages are not all there in their order')
    const { data: shown = [] } = (await ask(address, reader, 'GET', `/api/posts/feed?search=${word}&limit=100`))
      .body as MessagePage
    const times = texts.map((content) =>
      shown.filter((post) => post.content === content).map((post) => post.created_at),
    )
    if (times.some((found) => found.length !== 1)) wrong.push('posts are not all there once')
    const inTurn = times.flat()
    if (inTurn.some((time, at) => time < (inTurn[at - 1] ?? 0) - 1)) wrong.push('posts are older than those before')
    if (Math.max(...inTurn) > (rows[0]?.now ?? 0)) wrong.push('a post is from the future')
  }
}
