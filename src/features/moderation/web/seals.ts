import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SealMode } from '../../../shared/seal-modes.ts'
import { invalidate, query } from '../../../shared/web/api.ts'
import { useLiveEvent } from '../../../shared/web/live.ts'
import { choiceParam, pageParam } from '../../../shared/web/url-params.ts'
import { useUrlState } from '../../../shared/web/url-state.ts'
import { sealsApi, sealViews } from '../seal-contract.gen.ts'
import type { SealRequest } from '../seal-contract.ts'

const sealsParams = { page: pageParam, state: choiceParam(sealViews, 'waiting', 'view') }
export const useSealsView = () => useUrlState(sealsParams)

/** One page of the requests to open seals. Reloads when one is made or settled. */
export function useSeals(state: (typeof sealViews)[number], page: number, school: string) {
  const client = useQueryClient()
  useLiveEvent('seals.pending', () => void invalidate(client, sealsApi))
  return useQuery({
    ...query(sealsApi.list, { query: { state, page, school_id: school || undefined } }),
    placeholderData: (before) => before,
  })
}

/** '3 hours left', '20 minutes left'. */
export function timeLeft(until: number, now = Date.now() / 1000): string {
  const minutes = Math.max(1, Math.ceil((until - now) / 60))
  const [count, unit] = minutes > 90 ? [Math.round(minutes / 60), 'hour'] : [minutes, 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'} left`
}

const outcomes: Readonly<Record<SealRequest['state'], string>> = {
  waiting: 'Waiting',
  opened: 'Opened',
  declined: 'Declined',
  expired: 'No one approved in 24 hours',
  withdrawn: 'Withdrawn',
}
export const sealOutcome = ({ state }: SealRequest): string => outcomes[state]

/** Who the second person is, in the sentence 'The … decides within 24 hours.' */
export const secondPerson = (mode: SealMode | null): string => (mode === 'custodian' ? 'custodian' : 'second person')

/** What the dialogs that open a seal need of an item. */
export type RevealProps = {
  item: { readonly id: string; readonly type: string; readonly mode: SealMode | null }
  onClose: () => void
}
