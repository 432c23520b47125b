import { z } from 'zod'
import { emptyEnvelope, envelope, route } from '../../shared/contract.ts'

const DataCopy = z.object({
  /** 'ready' for a day. After that, or after the download, it is 'none'. */
  status: z.enum(['none', 'preparing', 'ready']),
  requested_at: z.int().nullable(),
  bytes: z.int().nullable(),
  expires_at: z.int().nullable(),
  /** Earliest time of the next request, one day after the last; null: now. */
  next_at: z.int().nullable(),
  /** Whether the last sign-in was within five minutes, which both a request and a download require. */
  is_confirmed: z.boolean(),
  /** Whether this browser requested the copy; other browsers cannot open it. */
  can_open: z.boolean(),
})
export type DataCopy = z.infer<typeof DataCopy>

const RemoveInput = z.object({
  confirm: z.literal(true, { error: 'Confirm that you want to delete your account.' }),
  /** What happens to anonymous posts, comments, confessions and ratings. `keep`: their authors become unknown for good. */
  anonymous: z.enum(['delete', 'keep'], "Choose 'delete' or 'keep' for your anonymous posts").default('delete'),
})

export const account = {
  /**
   * Hides the account and signs out everywhere immediately. The account is removed within 30 days and can be restored
   * first.
   */
  remove: route({
    method: 'DELETE',
    path: '/api/users/me',
    body: RemoveInput,
    reply: emptyEnvelope,
  }),
  restore: route({ method: 'POST', path: '/api/users/me/restore', access: 'pending_deletion', reply: emptyEnvelope }),

  /**
   * Requests a copy of all personal data, unless one is available. 403 `confirm_required` without a sign-in within five
   * minutes (GET /auth/confirm), 429 within a day of the last request. A cookie holds the key of the copy.
   */
  requestExport: route({ method: 'POST', path: '/api/users/me/export', reply: envelope(DataCopy) }),
  exportStatus: route({ method: 'GET', path: '/api/users/me/export/status', reply: envelope(DataCopy) }),
  /**
   * The copy as a zip file, once. 202 while it is built, 404 when there is none, 403 as above and in other browsers.
   */
  downloadExport: route({ method: 'GET', path: '/api/users/me/export' }),

  /** The same for users who are banned or suspended: the calls above refuse them. */
  removeBlocked: route({
    method: 'DELETE',
    path: '/api/account',
    access: 'authenticated',
    body: RemoveInput,
    reply: emptyEnvelope,
  }),
  requestExportBlocked: route({
    method: 'POST',
    path: '/api/account/export',
    access: 'authenticated',
    reply: envelope(DataCopy),
  }),
  exportStatusBlocked: route({
    method: 'GET',
    path: '/api/account/export/status',
    access: 'authenticated',
    reply: envelope(DataCopy),
  }),
  downloadExportBlocked: route({ method: 'GET', path: '/api/account/export', access: 'authenticated' }),
}
