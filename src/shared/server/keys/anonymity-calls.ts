import { type Anonymity, type EpochKeys, type SealedItem, splitMarks, type WrappedEpoch } from '../crypto/anonymity.ts'
import { readSealMonth, readTagMonth } from '../crypto/seal-epochs.ts'
import { openSecretBox, type SecretBox } from '../crypto/secret-box.ts'
import { hideSteps } from '../tracing/trace.ts'
import type { KeyCalls, ServiceKeys } from './operations.ts'

/**
 * `Anonymity` over the calls of the key process. A row with a month needs the wrapped key of that month, which goes with the
 * call. Where the key is in memory, the call is in the same turn, so that the calls of a page stay one message.
 */
export function openAnonymity(
  calls: KeyCalls,
  epochs: EpochKeys,
  boxes: ServiceKeys['boxes'],
  serviceHash: Anonymity['serviceHash'],
): Anonymity {
  const opened = new Map<string, SecretBox>()

  /** Calls `use` with the key of the seal's month, if the seal has one; with `ended` once that is destroyed. */
  const withKey = <R>(
    seal: Buffer,
    { schoolId }: SealedItem,
    use: (...epoch: WrappedEpoch[]) => Promise<R>,
    ended: () => R,
  ): Promise<R> => {
    hideSteps()
    const month = readSealMonth(seal)
    if (month === undefined) return use()
    return after(epochs.find(schoolId, month), async (epoch) => (epoch ? use(epoch) : ended()))
  }

  return {
    seal(userId, item, text, findTime) {
      hideSteps()
      return after(epochs.findForWriting(item.schoolId, findTime), (epoch) =>
        calls.seal(userId, item, text, ...(epoch ? [epoch] : [])),
      )
    },
    tag(userId, item) {
      hideSteps()
      return calls.tag(userId, item)
    },
    async isAuthor(userId, item, tag) {
      if (tag === null) return false
      const month = readTagMonth(tag)
      if (month === undefined) return calls.isAuthor(userId, item, tag)
      return after(
        epochs.find(item.schoolId, month),
        async (epoch) => epoch !== undefined && calls.isAuthor(userId, item, tag, epoch),
      )
    },
    async findOwn({ id, schoolId }, kind, rows) {
      const ids: string[] = []
      const tags: Buffer[] = []
      const months = new Set<number>()
      for (const { id: row, author_tag } of rows) {
        if (author_tag === null) continue
        ids.push(row)
        tags.push(author_tag)
        const month = readTagMonth(author_tag)
        if (month !== undefined) months.add(month)
      }
      if (ids.length === 0) return new Set()
      if (months.size === 0) return new Set(await calls.listOwn(id, kind, ids, tags))
      return after(all([...months].map((month) => epochs.find(schoolId, month))), async (found) => {
        const living = found.filter((epoch) => epoch !== undefined)
        return new Set(await calls.listOwn(id, kind, ids, tags, living))
      })
    },
    async hasEnded(schoolId, seal) {
      const month = readSealMonth(seal)
      return month !== undefined && (await epochs.find(schoolId, month)) === undefined
    },
    unsealContent(seal, item) {
      hideSteps()
      const month = readSealMonth(seal)
      if (month === undefined) return calls.unsealContent(seal, item)
      return epochs.hold(item.schoolId, month, async (epoch) =>
        epoch ? calls.unsealContent(seal, item, epoch) : gone(),
      )
    },
    isSealedBy: ({ id }, seal, item) =>
      withKey(
        seal,
        item,
        (...epoch) => calls.isSealedBy({ id }, seal, item, ...epoch),
        () => false,
      ),
    sealsText: (seal, item, text) =>
      withKey(seal, item, (...epoch) => calls.sealsText(seal, item, text, ...epoch), gone),
    keyedHash: calls.keyedHash,
    keyedHashes: calls.keyedHashes,
    lastingHashes: (schoolId, ...parts) =>
      after(epochs.findLasting(schoolId), async (lasting) => {
        if (!lasting) return calls.keyedHashes(...parts)
        const [last, keyed] = await Promise.all([calls.lastingHash(lasting.epoch, parts), calls.keyedHashes(...parts)])
        return lasting.isActive ? [last, ...keyed] : [...keyed, last]
      }),
    keyedIds: calls.deriveIds,
    inboxMarks: async (...person) => splitMarks(await calls.ownInboxMarks(...person)),
    inboxMarksOfAuthor: (seal, item, week, count) =>
      withKey<Awaited<ReturnType<Anonymity['inboxMarksOfAuthor']>>>(
        seal,
        item,
        (...epoch) => calls.inboxMarksOfAuthor(seal, item, week, count, ...epoch),
        () => [],
      ),
    moveSeal: (seal, from, to) => withKey(seal, from, (...epoch) => calls.moveSeal(seal, from, to, ...epoch), gone),
    decisionMarks: calls.decisionMarks,
    decisionMarksOfAuthor: (seal, item) =>
      withKey<Awaited<ReturnType<Anonymity['decisionMarksOfAuthor']>>>(
        seal,
        item,
        (...epoch) => calls.decisionMarksOfAuthor(seal, item, ...epoch),
        () => [],
      ),
    encryptPending: calls.encryptPending,
    decryptPending: calls.decryptPending,
    box(purpose, padToBytes) {
      const known = opened.get(purpose) ?? openSecretBox(boxes[purpose], padToBytes)
      opened.set(purpose, known)
      return known
    },
    serviceHash,
  }
}

const gone = (): never => {
  throw new Error('The key of this month is destroyed.')
}

/** A value unless one of them is a promise. */
const all = <T>(values: readonly (T | Promise<T>)[]): T[] | Promise<T[]> =>
  values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as T[])

/** Calls `next` in the same turn for a value, later for a promise. */
const after = <T, R>(value: T | Promise<T>, next: (value: T) => Promise<R>): Promise<R> =>
  value instanceof Promise ? value.then(next) : next(value)
