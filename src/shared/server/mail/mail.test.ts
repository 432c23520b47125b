import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/app.ts'
import { withTransaction } from '../db/transaction.ts'
import { openMail, queueMails } from './mail.ts'

const app = await openTestApp(undefined, { alone: true })
const stopping = new AbortController()

const toMails = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    to: `reader${index}@northfield.example`,
    subject: `Mail ${index}`,
    text: 'Hello',
  }))

test('queues many mails as batches', async () => {
  await withTransaction(app.db, (trx) => queueMails(trx, toMails(45)))
  const { rows } = await sql<{ payload: unknown[] }>`
    delete from graphile_worker._private_jobs returning payload`.execute(app.db)
  expect(rows.map(({ payload }) => payload.length).sort()).toEqual([20, 20, 5])
})

test('a batch in which a mail fails reports only that one, so that the others are not sent again', async () => {
  const [job] = openMail(app.config).jobs
  const [good, other] = toMails(2).map((mail, index) => ({
    ...mail,
    id: `mail-${index}`,
    at: new Date().toISOString(),
  }))
  const results = await job?.run([good, { ...other, id: 'no-such-folder/mail' }], stopping.signal)
  if (!Array.isArray(results)) throw new Error('A batch reports the result of each mail')
  expect((await Promise.allSettled(results)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
})
