import { useQueryClient } from '@tanstack/react-query'
import { plural } from '../../../shared/plural.ts'
import { call, invalidateAdmin } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { casesApi } from '../case-contract.gen.ts'
import type { Case } from '../case-contract.ts'
import { moderationApi } from '../contract.gen.ts'
import { missingFacts, moderation } from '../contract.ts'
import type { Report } from '../report-contract.ts'
import { sealReasonLength } from '../seal-contract.ts'
import { collisionText } from './cases.ts'
import { type ActionType, isClosed, sanctionTitles } from './labels.ts'
import type { Act } from './waiting-acts.ts'

export const durations = ['1', '2', '3', '7', '14', '30'].map((days) => [days, plural(Number(days), 'day')] as const)

const notices = {
  warn: 'This will issue a formal warning to the user.',
  suspend: "This will temporarily suspend the user's account.",
  ban: 'This will permanently ban the user from the platform.',
}
const consequences = 'The user will be notified via email and the action will be logged in their activity history.'
export const actionNotice = (type: ActionType) => `${notices[type]} ${consequences}`

/** 'After 3 days'; undefined while the number is not valid. */
export const endAfter = (days: string) => (Number(days) > 0 ? `After ${plural(Number(days), 'day')}` : undefined)

export const noUserText = 'This report has no user to moderate. Please dismiss it instead.'
export const sealedActionText =
  'This was posted anonymously. This action reveals the author: your name and your reason will be saved in the audit log, other moderators can see how many authors you reveal, and the author will be notified.'

export type Defer = (act: Act) => Promise<unknown>

export type ActionHandlers = {
  /** The case that is settled with the action. Absent: only the report. */
  readonly item?: Case
  /** Lets the act wait, so that it can be undone. */
  readonly defer?: Defer
  readonly onDone?: () => void
}

/** The form that warns, suspends or bans the author of a reported item. Its draft belongs to the item, not to the type. */
export function useAction(report: Report, type: ActionType, { item, defer, onDone }: ActionHandlers) {
  const client = useQueryClient()
  const userId = report.reported_user_id
  const form = useContractForm({
    name: `action ${item?.id ?? report.id}`,
    initial: () => ({ reason: '', duration: '1', rule: '', facts: '' }),
    schema: moderation.act.body,
    toBody: ({ reason, duration, rule, facts }) => ({
      type,
      userId,
      reason,
      ...(type === 'suspend' ? { duration: Number(duration) } : {}),
      reportId: report.id,
      reportContent: report.content,
      ...(rule ? { rule_id: rule } : {}),
      ...(facts.trim() ? { facts } : {}),
    }),
    check: ({ reason, facts }) => ({
      ...(reason.trim() ? {} : { reason: 'Missing moderation reason or selected report' }),
      ...(facts.trim() ? {} : { facts: missingFacts }),
    }),
    async prepare(body) {
      if (!userId) throw new Error('No target user ID found... Please dismiss the report instead.')
      return body
    },
    send(body, idempotencyKey): Promise<unknown> {
      if (!item) return call(moderationApi.act, { body, idempotencyKey })
      const { reportId: _, ...action } = body
      const send = () =>
        call(casesApi.settle, {
          params: { id: item.id },
          body: { version: item.version, outcome: 'resolved', action },
          idempotencyKey,
          keepalive: true,
        })
      return defer ? defer({ item, type, send }) : send()
    },
    onSuccess: () => invalidateAdmin(client),
    onError: () => void invalidateAdmin(client),
    ...(onDone ? { onDone } : {}),
  })
  const isSealed = isClosed(report)
  const minLength = isSealed ? sealReasonLength.min : 1
  return {
    ...form,
    isSealed,
    /** Props of its preview. */
    statement: {
      school: report.school_id,
      title: sanctionTitles[type],
      rule: form.values.rule,
      facts: form.values.facts,
      end: type === 'suspend' ? endAfter(form.values.duration) : undefined,
    },
    canSend: [...form.values.reason.trim()].length >= minLength && userId !== null,
    hint: isSealed ? `The author will see this. At least ${minLength} characters.` : 'The user will see this.',
    problem: form.isError
      ? (collisionText(form.error, true) ?? `Failed to execute moderation action: ${form.error?.message}`)
      : undefined,
  }
}
