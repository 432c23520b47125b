import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Trx } from '../db/transaction.ts'
import { enqueue, enqueueAll, type Job } from '../jobs/jobs.ts'
import { mailDelaySeconds, mails } from '../metrics.ts'
import { linkPayload, traceStep } from '../tracing/trace.ts'

export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** URL with which the user, or their mail program by a POST (RFC 8058), unsubscribes from such mails. */
  readonly unsubscribe?: string
}
type Queued = Mail & { readonly id: string; readonly at: string }

/** Days that a mail stays in the folder. */
const retentionDays = 30

/** Queues a mail in the transaction that causes it: it is sent only if that commits. */
export const queueMail = (trx: Trx, mail: Mail) => enqueue(trx, mailJob, linkPayload(queued(mail)))

/** The same for many mails, in one statement. A job sends a batch of them; only those that fail are sent again. */
export function queueMails(trx: Trx, mails: readonly Mail[]) {
  const items = mails.map(queued)
  if (items.length <= mailsPerJob) return enqueueAll(trx, mailJob, items.map(linkPayload))
  const count = Math.ceil(items.length / mailsPerJob)
  const batches = Array.from({ length: count }, (_, index) =>
    items.slice(index * mailsPerJob, (index + 1) * mailsPerJob),
  )
  return enqueueAll(trx, mailJob, batches)
}

const mailJob = 'send_mail'
const mailsPerJob = 20
const mailStep = { name: 'send email', attributes: { 'network.protocol.name': 'smtp' } }
const queued = (mail: Mail): Queued => ({ ...mail, id: randomUUID(), at: new Date().toISOString() })

/**
 * Sends mails to the SMTP server, or without one writes them to a folder below the data folder. A mail that is sent
 * twice keeps its Message-ID, and in the folder its file name.
 */
export function openMail({ smtpUrl, dataDir, publicUrl, productName, supportEmail }: Config) {
  const folder = join(dataDir, 'mail')
  let transport: ReturnType<typeof openTransport> | undefined
  const send = async ({ id, at, unsubscribe, ...mail }: Queued, signal: AbortSignal | undefined) => {
    transport ??= openTransport(smtpUrl, signal)
    const sent = await (await transport).sendMail({
      ...mail,
      from: { name: productName, address: supportEmail },
      date: new Date(at),
      ...(unsubscribe && {
        headers: {
          'List-Unsubscribe': `<${unsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      }),
      messageId: `<${id}@${new URL(publicUrl).hostname}>`,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    if (smtpUrl) return
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = `${at.replace(/[^0-9]/g, '')}-${id}.json`
    const kept = { id, at, ...mail, raw: String((sent as { message?: Buffer }).message) } satisfies StoredMail
    await writeFile(join(folder, `${name}.new`), JSON.stringify(kept), { mode: 0o600 })
    await rename(join(folder, `${name}.new`), join(folder, name)) // atomic
  }
  const take = async (mail: Queued, signal: AbortSignal | undefined) => {
    try {
      await traceStep(mailStep, () => send(mail, signal))
    } catch (error) {
      mails.count('failed')
      throw error
    }
    mails.count('sent')
    mailDelaySeconds.observe(Math.max(0, Date.now() - Date.parse(mail.at)) / 1000)
  }
  const jobs: readonly Job[] = [
    {
      name: mailJob,
      queue: 'mail',
      async run(payload, signal) {
        if (!Array.isArray(payload)) return take(payload as Queued, signal) // of a single mail
        const sent = (payload as Queued[]).map((mail) => take(mail, signal))
        await Promise.allSettled(sent)
        return sent
      },
    },
    { name: 'forget_old_mails', cron: '30 3 * * *', run: () => deleteExpiredMails(folder) },
  ]
  return { jobs, folder }
}

export type StoredMail = Queued & { readonly raw: string }

/** Loads nodemailer with the first mail, to save memory until then. */
async function openTransport(smtpUrl: string | undefined, signal: AbortSignal | undefined) {
  const { default: nodemailer } = await import('nodemailer')
  if (!smtpUrl) return nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const url = new URL(smtpUrl)
  url.searchParams.set('pool', 'true') // five connections, which are kept; nodemailer ignores options beside a URL
  const transport = nodemailer.createTransport(url.href)
  signal?.addEventListener('abort', () => transport.close(), { once: true })
  return transport
}

/** The latest mails in the folder, newest first. */
export async function readStoredMails(dataDir: string, max = 100): Promise<StoredMail[]> {
  const folder = join(dataDir, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'))
  const latest = names.sort().reverse().slice(0, max)
  return Promise.all(latest.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as StoredMail))
}

async function deleteExpiredMails(folder: string) {
  const old = Date.now() - retentionDays * 24 * 3_600_000
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name)
    if ((await stat(file)).mtimeMs < old) await rm(file, { force: true })
  }
}
