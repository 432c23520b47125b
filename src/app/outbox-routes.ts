import { readStoredMails, type StoredMail } from '../shared/server/mail/mail.ts'
import type { App } from '../shared/server/services.ts'

/** Shows the mails that the demo would have sent. */
const outboxPath = '/outbox'

/** The demo has no mail server: every user of it can read all mails here. */
export function outboxRoutes({ http, config }: App) {
  if (!config.demo) return
  http.get(outboxPath, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page(config.productName, await readStoredMails(config.dataDir))),
  )
}

const page = (
  product: string,
  mails: readonly StoredMail[],
) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Outbox | ${escapeHtml(product)}</title><style>${style}</style></head><body><main>
<h1>Outbox</h1><p>The demo doesn’t send email. Anything it would have sent stays here for a month, newest first.</p>
${mails.length === 0 ? '<p>No emails yet.</p>' : mails.map(renderMail).join('')}
</main></body></html>`

const renderMail = ({ to, subject, text, at }: StoredMail) => `<article><h2>${escapeHtml(subject)}</h2>
<p>To ${escapeHtml(to)} · <time datetime="${escapeHtml(at)}">${escapeHtml(new Date(at).toUTCString())}</time></p><pre>${escapeHtml(text)}</pre></article>`

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif;
  --paper: light-dark(#faf9f4, #0d1411); --surface: light-dark(#fff, #161f1b); --line: light-dark(#e2e0d8, #2d3933);
  --ink: light-dark(#1b2420, #eceae3); --soft: light-dark(#56605a, #a8afa6) }
body { margin: 0; background: var(--paper); color: var(--ink) } main { max-width: 680px; margin: 0 auto; padding: 32px 16px 48px }
h1 { font-size: 26px; margin: 0 0 4px } h2 { font-size: 17px; margin: 0 } p { color: var(--soft); margin: 0; overflow-wrap: anywhere }
article { background: var(--surface); border: 1px solid var(--line); border-radius: 18px; padding: 16px 18px; margin-top: 16px }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; margin: 12px 0 0 }`
