import { useQueryClient } from '@tanstack/react-query'
import { call, invalidateAdmin } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { userMessage } from '../../../shared/web/data/errors.ts'
import { casesApi } from '../case-contract.gen.ts'
import { moderationApi } from '../contract.gen.ts'
import { moderation, muteDays } from '../contract.ts'
import type { Report } from '../report-contract.ts'
import { collisionText } from './cases.ts'
import { sanctionTitles } from './labels.ts'
import { type ActionHandlers, endAfter } from './use-action.ts'

export const muteDurations = muteDays.map((days) => [String(days), `${days} days`] as const)

export const sealedNotices = {
  warn: 'You won’t see who it is. The author reads this in their notifications and can appeal.',
  mute: 'You won’t see who it is. The author can still write under their name, reads this in their notifications and can appeal.',
} as const

/** The form that warns the author of a sealed item, or mutes their anonymous writing. The seal stays closed. */
export function useSealedAction(report: Report, type: 'warn' | 'mute', { item, defer, onDone }: ActionHandlers) {
  const client = useQueryClient()
  const form = useContractForm({
    name: `sealed action ${item?.id ?? report.id}`,
    initial: () => ({ days: '7', rule: '', facts: '' }),
    schema: moderation.actSealed.body,
    toBody: ({ days, rule, facts }) => ({
      type,
      kind: report.content_type,
      id: report.content_id,
      ...(type === 'mute' ? { days: muteDays.find((known) => String(known) === days) } : {}),
      rule_id: rule,
      facts,
      reportId: report.id,
    }),
    fieldNames: { rule_id: 'rule' },
    send(body, idempotencyKey): Promise<unknown> {
      if (!item) return call(moderationApi.actSealed, { body, idempotencyKey })
      const { reportId: _, kind: _kind, id: _id, ...action } = body
      const send = () =>
        call(casesApi.settle, {
          params: { id: item.id },
          body: { version: item.version, outcome: 'resolved', action: { ...action, sealed: true } },
          idempotencyKey,
          keepalive: true,
        })
      return defer ? defer({ item, type, send }) : send()
    },
    onSuccess: () => invalidateAdmin(client),
    onError: () => void invalidateAdmin(client),
    ...(onDone ? { onDone } : {}),
  })
  const { days, rule, facts } = form.values
  return {
    ...form,
    /** Props of its preview. */
    statement: {
      school: report.school_id,
      title: sanctionTitles[type],
      rule,
      facts,
      end: type === 'mute' ? endAfter(days) : undefined,
    },
    problem:
      form.failure &&
      (collisionText(form.failure, true) ??
        userMessage(form.failure, 'Failed to execute moderation action', { statuses: 'all' })),
  }
}
