import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { plural } from '../../../shared/plural.ts'
import { call, invalidate, query } from '../../../shared/web/api.ts'
import {
  findErrorData,
  isConflict,
  isOffline,
  isRefused,
  unknownFailure,
  userMessage,
} from '../../../shared/web/data/errors.ts'
import { useLiveEvent } from '../../../shared/web/live.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { parseCode, toMinute } from '../check-in-codes.ts'
import { checkInLimits, checkInsApi } from '../check-in-contract.gen.ts'
import type { CheckedIn, CheckInResult, checkIns } from '../check-in-contract.ts'
import type { Event } from '../contract.ts'
import {
  addScan,
  computeDigits,
  findByCode,
  readList,
  removeScans,
  storeList,
  useWaitingScans,
} from './offline-scans.ts'

/** Delay after which scans that could not be sent are sent again. */
const syncIntervalMs = 15_000

/** Check-in of an event, which is current while people are checked in. */
export function useCheckIn(eventId: string, refetchInterval?: (until: number | undefined) => number | false) {
  const client = useQueryClient()
  useLiveEvent('check_in.changed', ({ event_id }) => {
    if (event_id === eventId) void invalidate(client, checkInsApi.show)
  })
  return useQuery({
    ...query(checkInsApi.show, { params: { id: eventId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => refetchInterval?.(state.data?.data.own?.until) ?? false,
  })
}

/** The outcome of the last scan. `problem` is a failure that says nothing about the code. */
export type ScanOutcome = {
  readonly result: CheckInResult['result'] | 'problem'
  readonly name: string | null
  readonly at: number | null
  readonly problem?: string
}

/** Checks people in, also without a network: then the scans wait on this device. */
export function useDesk({ id }: Event) {
  const client = useQueryClient()
  const params = { id }
  const checkIn = useCheckIn(id)
  const fresh = checkIn.data?.data.list ?? undefined
  const closesAt = checkIn.data?.data.closes_at
  const waiting = useWaitingScans(id)
  const [outcome, setOutcome] = useState<ScanOutcome>()
  const [isBusy, setIsBusy] = useState(false)
  const lock = useRef(false)
  const stored = fresh ? undefined : readList(id)
  const known = fresh?.attendees ?? stored?.attendees
  const waitingAt = new Map(waiting.map(({ user_id, at }) => [user_id, at]))
  const attendees = known?.map((person) => ({
    ...person,
    checked_in_at: person.checked_in_at ?? waitingAt.get(person.id) ?? null,
  }))

  useEffect(() => {
    if (fresh && closesAt !== undefined && fresh.attendees.some(({ key }) => key !== null))
      storeList(id, { attendees: fresh.attendees, closes_at: closesAt })
  }, [id, fresh, closesAt])

  const sync = useSync(id, waiting.length)

  /** Shows a result and keeps the list current. Calls during a call do nothing. */
  const run = async (work: () => Promise<ScanOutcome>) => {
    if (lock.current) return
    lock.current = true
    setIsBusy(true)
    try {
      setOutcome(await work())
    } finally {
      lock.current = false
      setIsBusy(false)
    }
  }

  const send = async (
    body: BodyOfOne,
    person: CheckedIn | undefined,
    offline: () => Promise<ScanOutcome>,
  ): Promise<ScanOutcome> => {
    try {
      const { data } = await call(checkInsApi.create, { params, body })
      void invalidate(client, checkInsApi.show)
      const [one] = data
      return { result: one?.result ?? 'invalid', name: one?.name ?? null, at: one?.at ?? null }
    } catch (error) {
      if (isOffline(error)) return offline()
      const at = findErrorData<typeof checkIns.create, 409>(error, 409)?.checked_in_at
      if (isConflict(error) && at !== undefined) return { result: 'already', name: person?.name ?? null, at }
      const message = userMessage(error, unknownFailure, { statuses: 'all' })
      if (message === invalidCode) return invalid
      return { result: 'problem', name: null, at: null, problem: message }
    }
  }

  const scanOffline = async (text: string): Promise<ScanOutcome> => {
    const now = Math.floor(Date.now() / 1000)
    const person = await findByCode(attendees ?? [], text, now)
    if (!person) return invalid
    if (person.checked_in_at !== null) return { result: 'already', name: person.name, at: person.checked_in_at }
    addScan(id, { user_id: person.id, code: parseCode(text)?.digits ?? '', at: now })
    return { result: 'checked_in', name: person.name, at: now }
  }

  const byCode = (text: string) =>
    run(() => {
      const userId = parseCode(text)?.userId
      const person = attendees?.find((one) => one.id === userId)
      return send({ code: text }, person, () => scanOffline(text))
    })

  const byHand = (person: CheckedIn) =>
    run(() =>
      send({ person: person.id }, person, async () => {
        if (person.key === null) return { result: 'problem', name: null, at: null, problem: unknownFailure }
        const at = Math.floor(Date.now() / 1000)
        addScan(id, { user_id: person.id, code: await computeDigits(person.key, toMinute(at)), at })
        return { result: 'checked_in', name: person.name, at }
      }),
    )

  return { checkIn, fresh, attendees, waiting, outcome, isBusy, byCode, byHand, sync }
}

type BodyOfOne = { readonly code: string } | { readonly person: string }
const invalidCode = 'This code is not valid'
const invalid: ScanOutcome = { result: 'invalid', name: null, at: null }

/** Sends scans that wait: at first, when the network returns, and from time to time. Returns how to send them now. */
function useSync(eventId: string, waitingCount: number) {
  const client = useQueryClient()
  const waiting = useWaitingScans(eventId)
  const lock = useRef(false)
  const [problem, setProblem] = useState<string>()
  const send = async () => {
    if (lock.current || waiting.length === 0) return
    lock.current = true
    try {
      const scans = waiting.slice(0, checkInLimits.scans)
      const { data } = await call(checkInsApi.create, { params: { id: eventId }, body: { scans: [...scans] } })
      removeScans(eventId, scans)
      setProblem(undefined)
      const refused = data.filter(({ result }) => result === 'invalid').length
      if (refused > 0)
        toast.error(`${plural(refused, 'scan')} could not be checked in: the person is not going any more`)
      void invalidate(client, checkInsApi.show)
    } catch (error) {
      // The scans stay: nothing that an organizer has seen as checked in is dropped without a word.
      if (isRefused(error)) setProblem(userMessage(error, unknownFailure, { statuses: 'all' }))
    } finally {
      lock.current = false
    }
  }
  const sendAll = useEffectEvent(() => void send())
  useEffect(() => {
    if (waitingCount === 0) return
    sendAll()
    const onOnline = () => sendAll()
    const timer = setInterval(onOnline, syncIntervalMs)
    addEventListener('online', onOnline)
    return () => {
      clearInterval(timer)
      removeEventListener('online', onOnline)
    }
  }, [waitingCount])
  return { send: () => void send(), problem }
}
