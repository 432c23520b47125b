// F27: images that decompress to far more than their size, many concurrently, while their decoder is killed.
import { makeBombs, makeLargestPicture, makeTextBomb } from '../src/testing/decompression-bombs.ts'
import { type Fault, signInMany, type Writer } from './kit.ts'
import { picture, upload } from './pictures.ts'
import { feedTimes, killChildren, onServer, readMemoryMegabytes } from './server.ts'

const looks = 1600
/** Megabytes by which the server's own memory may grow: uploads are streamed, not buffered. */
const maxGrowthMegabytes = 50

export const bombs: Fault = {
  name: 'F27',
  title: 'decompression bombs and giant images among uploads, concurrently and repeatedly, while the decoder is killed',
  rounds: 20,
  run: (atOnce) =>
    onServer(async ({ node }) => {
      const people = await signInMany(node.address, Math.max(atOnce, 8))
      const readers = people.slice(0, 8)
      const files = [...Object.values(await makeBombs()), await makeTextBomb(), await makeLargestPicture()]
      const statuses = new Map<number, number>()
      const send = async (person: Writer, file: Buffer) => {
        const { status } = await upload(node.address, person, file)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
      await send(people[0] as Writer, await picture()) // the decoder is running
      await feedTimes(node, readers, 800)
      const alone = await feedTimes(node, readers, looks)
      const before = readMemoryMegabytes(node)
      let max = before
      const watching = setInterval(() => {
        max = Math.max(max, readMemoryMegabytes(node))
      }, 50)
      const looking = { goesOn: true }
      let kills = 0
      const killing = setInterval(() => {
        kills += killChildren(node, 'decoder.ts')
      }, 2000)
      const bombing = (async () => {
        while (looking.goesOn)
          await Promise.all(people.map((person, index) => send(person, files[index % files.length] as Buffer)))
      })()
      const among = await feedTimes(node, readers, looks)
      looking.goesOn = false
      await bombing
      clearInterval(killing)
      clearInterval(watching)
      const after = await upload(node.address, people[0] as Writer, await picture())
      const ratio = among.p99 / alone.p99
      const unkind = [...statuses.keys()].filter((status) => ![200, 400, 429].includes(status))
      return {
        figures: {
          uploaders: people.length,
          uploads: [...statuses.values()].reduce((sum, count) => sum + count, 0),
          refused: statuses.get(400) ?? 0,
          kept: statuses.get(200) ?? 0,
          'too many of one person': statuses.get(429) ?? 0,
          'decoders killed': kills,
          'p99 of the feed alone in ms': alone.p99.toFixed(1),
          'p99 among them in ms': among.p99.toFixed(1),
          ratio: ratio.toFixed(2),
          'most memory of the server more in MB': Math.round(max - before),
        },
        wrong: [
          ...unkind.map((status) => `${statuses.get(status)} uploads were answered ${status}`),
          ...(after.status === 200 ? [] : [`a picture afterwards was answered ${after.status}`]),
          ...(among.failed > 0 ? [`${among.failed} requests of others failed`] : []),
          ...(ratio > 2 ? ['others had to wait'] : []),
          ...(max - before > maxGrowthMegabytes ? ['its memory grew'] : []),
          ...(kills === 0 ? ['no decoder was there to be killed'] : []),
        ],
      }
    }),
}
