import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { PublicSchool } from '../../public-school.ts'
import { listen } from '../db/listen.ts'
import type { Db } from '../db/pools.ts'
import { unavailable } from '../http/errors.ts'
import type { CellCalls } from './calls.ts'
import type { CellsConfig } from './config.ts'
import { schoolsElsewhere } from './school-moves.ts'

/** Cells may have different releases, so a school may have a type that is unknown here. */
const CellSchool = PublicSchool.extend({ type: z.string(), is_active: z.boolean() })
/** A school as its cell describes it to the others. */
type CellSchool = z.infer<typeof CellSchool>

/** How a cell describes itself to the others. */
const CellReply = z.object({ cell: z.string(), schools: z.array(CellSchool) })

export const directoryPath = '/internal/cell'
const freshDirectoryPath = `${directoryPath}?fresh=1`

type Move = { readonly school_id: string; readonly direction: string; readonly state: string; readonly cell: string }

const isElsewhere = ({ direction, state }: Move) => direction === 'in' || state === 'done'

type Moves = ReadonlyMap<string, Move>
const listElsewhere = (moves: Moves) => [...moves.values()].filter(isElsewhere).map(({ school_id }) => school_id)
const isElsewhereIn = (moves: Moves, school: string) => {
  const move = moves.get(school)
  return move !== undefined && isElsewhere(move)
}

const pollIntervalMs = 5000

type DirectoryTools = {
  readonly calls: CellCalls
  /** Before schools are served here that came from another cell. */
  readonly onArrive: () => Promise<unknown>
  /** When a school is not served here any more. */
  readonly onLeave: (schoolId: string) => void
  readonly onProblem: (error: unknown) => void
}

/** Knows the cell of each school: its own from its database, the others from their servers. */
export async function openDirectory(
  db: Db,
  { own, addresses, freshMs }: CellsConfig,
  { calls, onArrive, onLeave, onProblem }: DirectoryTools,
) {
  let moves: Moves = new Map()
  let ownSchools: readonly CellSchool[] = []
  let ownIds: ReadonlySet<string> = new Set()
  /** When our own schools were read. */
  let readAt = Number.NEGATIVE_INFINITY
  const heard = new Map<string, { readonly schools: readonly CellSchool[]; readonly at: number }>()
  const cellOfSchool = new Map<string, string>()
  let askedAt = Number.NEGATIVE_INFINITY
  let isClosed = false
  const startedAt = performance.now()

  const readNow = async () => {
    const at = performance.now()
    const [moving, schools] = await Promise.all([
      db.selectFrom('school_moves').select(['school_id', 'direction', 'state', 'cell']).execute(),
      readSchools(db),
    ])
    const [before, next] = [moves, new Map(moving.map((move) => [move.school_id, move]))]
    if (listElsewhere(before).some((school) => !isElsewhereIn(next, school))) await onArrive() // before its first request
    moves = next
    ownSchools = schools
    ownIds = new Set(schools.map(({ id }) => id))
    readAt = at
    for (const school of listElsewhere(next)) if (!isElsewhereIn(before, school)) onLeave(school)
  }
  let reading: Promise<unknown> = Promise.resolve()
  /** One after the other, so that an older state never replaces a newer one. */
  const readOwn = () => {
    const next = reading.then(readNow)
    reading = next.catch(() => {}) // reported by the caller
    return next
  }

  let queued: Promise<unknown> | undefined
  /** A read that begins after this call. Those who wait while another one runs share the next one. */
  const readSoon = () => {
    queued ??= reading.then(() => {
      queued = undefined
      return readOwn()
    })
    return queued
  }

  const ask = async (cell: string, path: string) => {
    const { schools } = CellReply.parse(await calls.get(cell, path))
    const before = heard.get(cell)?.schools ?? []
    for (const { id } of before) if (cellOfSchool.get(id) === cell) cellOfSchool.delete(id)
    for (const { id } of schools) cellOfSchool.set(id, cell)
    heard.set(cell, { schools, at: performance.now() })
  }

  const others = [...addresses.keys()].filter((cell) => cell !== own)
  const silent = new Set<string>()
  const askAll = (path: string) => {
    askedAt = performance.now()
    return Promise.all(
      others.map((cell) =>
        ask(cell, path).then(
          () => void silent.delete(cell),
          (error) => {
            if (!silent.has(cell)) onProblem(error) // once, until it is heard again
            silent.add(cell)
          },
        ),
      ),
    )
  }
  let asking: Promise<unknown> | undefined
  const startAsking = (path: string) => {
    asking = askAll(path).finally(() => {
      asking = undefined
    })
    return asking
  }
  /** Asks all cells; concurrent callers share one round. */
  const refresh = () => asking ?? startAsking(directoryPath)

  const readOldOwn = async () => {
    if (performance.now() - readAt >= freshMs) await readOwn()
  }
  let soon: Promise<unknown> | undefined
  /** Asks all cells for their schools of now, at most once per `freshMs`: one may have been added since the last round. */
  const refreshSoon = () => {
    const waitForTurn = async () => {
      await sleep(Math.max(0, askedAt + freshMs - performance.now()), undefined, { ref: false })
      while (asking) await asking
    }
    soon ??= waitForTurn().then(() => {
      soon = undefined
      return startAsking(freshDirectoryPath)
    })
    return soon
  }

  const report = (error: unknown) => {
    if (!isClosed) onProblem(error)
  }
  const readAgain = () => readOwn().catch(report)
  const stopListening = await listen(db, 'school_moves', readAgain, readAgain)
  await readOwn()
  await refresh()
  const polling = setInterval(() => void Promise.all([readAgain(), refresh()]), pollIntervalMs).unref()

  /** Where a school that is moving is, as `from`, the cell that forwarded the request, or our database says. */
  const findCellOfMoving = async (move: Move, from: string | undefined): Promise<string> => {
    if (move.direction === 'out' || from !== move.cell) return move.cell
    // Its source says that the school is here: this server has not read that yet, or no one has completed the move.
    await readOwn()
    const now = moves.get(move.school_id)
    if (!now || !isElsewhere(now)) return own
    if (now.direction === 'in' && now.state === 'ready') {
      await takeOver(db, move.school_id)
      await readOwn()
      return own
    }
    throw unavailable(new Error('Two cells say of a school that the other one serves it.'))
  }

  return {
    /** The cell that serves a school; our own for one that no cell knows. Throws 503 while that is not known. */
    async findCell(schoolId: string, from?: string): Promise<string> {
      const move = moves.get(schoolId)
      if (move && isElsewhere(move)) return findCellOfMoving(move, from)
      const known = () => (ownIds.has(schoolId) ? own : cellOfSchool.get(schoolId))
      for (const learn of [undefined, readOldOwn, refreshSoon]) {
        await learn?.() // it may be new
        const cell = known()
        if (cell) return cell
      }
      if (heard.size < others.length) throw unavailable(new Error('A cell has not replied since the start.'))
      return own
    },
    /** The schools that this cell serves, for the other cells. */
    async describe({ isFresh }: { readonly isFresh: boolean }): Promise<z.infer<typeof CellReply>> {
      await (isFresh ? readSoon() : readOldOwn())
      return { cell: own, schools: [...ownSchools] }
    },
    /** The schools of all other cells, by their last replies. */
    listForeign: (): (CellSchool & { readonly cell: string })[] =>
      [...heard].flatMap(([cell, { schools }]) => schools.map((school) => ({ ...school, cell }))),
    /** Whether this cell serves the school, as far as this server knows. */
    isOwn: (schoolId: string): boolean => ownIds.has(schoolId) && !isElsewhereIn(moves, schoolId),
    /** The other cells. */
    others,
    /** Whether a cell did not reply when it was last asked. */
    isSilent: (cell: string): boolean => silent.has(cell),
    /** Asks all cells again, which waits if that was just done. */
    refresh: refreshSoon,
    /** Seconds since the last reply of each other cell, or else since the start. */
    silences: () =>
      others.map((cell) => ({ cell, seconds: (performance.now() - (heard.get(cell)?.at ?? startedAt)) / 1000 })),
    async close() {
      isClosed = true
      clearInterval(polling)
      await stopListening()
      await asking
    },
  }
}

export type Directory = Awaited<ReturnType<typeof openDirectory>>

const readSchools = (db: Db): Promise<CellSchool[]> =>
  db
    .selectFrom('schools')
    .where(sql<boolean>`id not in (${schoolsElsewhere})`)
    .select(['id', 'name', 'short_name', 'city', 'state_province', 'country', 'type', 'email_domain', 'is_active'])
    .orderBy('id')
    .execute()

/** The last step of a move to this cell, once its source serves the school no more. */
const takeOver = (db: Db, schoolId: string) =>
  db
    .deleteFrom('school_moves')
    .where('school_id', '=', schoolId)
    .where('direction', '=', 'in')
    .where('state', '=', 'ready')
    .execute()
