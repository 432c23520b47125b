import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { HttpError } from '../../../shared/server/http/errors.ts'
import type { App } from '../../../shared/server/services.ts'
import { containsWord, foldText } from '../../../shared/words.ts'
import type { Naming } from '../naming-contract.ts'
import { noBlockBetween } from './queries.ts'

type Row = { readonly prefixes: string[]; readonly names: string[] }

/**
 * The school's prefixes and the full names of the directory that are in the text, up to case and white space. Names of
 * one word are left out: they are words of everyday life too.
 */
const findNames = prepared(
  (_db, { school, viewer, text }: SqlParams<{ school: string; viewer: string; text: string }>) => sql<Row>`
    select location_prefixes as prefixes, array(
      select users.name from users where users.school_id = schools.id and users.deleted_at is null
        and users.id <> ${viewer} and users.name like '% %'
        and strpos(lower(${text}::text), lower(users.name)) > 0
        and ${noBlockBetween({ id: viewer, schoolId: school }, 'users.id')}
      order by users.name limit 10) as names
    from schools where schools.id = ${school}`,
)

const email = /[^\s@]+@[^\s@]+\.[^\s@]{2,}/u
/** At least seven digits, with what people write between them. Dates have fewer. */
const phone = /(?<!\d)\+?\(?\d(?:[\s()./-]{0,2}\d){6,14}(?!\d)/u
const isDate = /^\d{4}-\d\d-\d\d$|^\d{1,2}[./]\d{1,2}[./]\d{4}$/u

/** What an anonymous text names. */
function findNaming(text: string, { prefixes, names }: Row): Naming[] {
  const folded = foldText(text)
  const number = phone.exec(text)?.[0].trim()
  return [
    ...names.filter((name) => containsWord(folded, foldText(name))).map((name) => ({ kind: 'name' as const, name })),
    ...(number && !isDate.test(number) ? [{ kind: 'phone' as const }] : []),
    ...(email.test(text) ? [{ kind: 'email' as const }] : []),
    ...(prefixes.some((prefix) => containsWord(folded, foldText(prefix))) ? [{ kind: 'location' as const }] : []),
  ]
}

type AnonymousText = {
  readonly content: string
  readonly note?: string | null | undefined
  readonly confirmed?: boolean | undefined
}

/** An item as it was before an edit. `flagged`: its author has confirmed what it names. */
type EarlierText = Omit<AnonymousText, 'confirmed'> & { readonly flagged: boolean }

const joinText = ({ content, note }: AnonymousText) => `${content} ${note ?? ''}`.replace(/\s+/gu, ' ')

/**
 * Looks for people in an anonymous text and its note, in schools that want it. Returns whether the text names someone and its author confirmed
 * it. Throws 409 `names_person` if they have not. An edit is asked about what it adds to a confirmed text, and not at all if no text changes.
 */
export async function checkNaming(
  app: Pick<App, 'limits'>,
  trx: Trx,
  viewer: Viewer,
  input: AnonymousText,
  before?: EarlierText,
): Promise<boolean> {
  if (!viewer.checksNames) return before?.flagged ?? false
  const text = joinText(input)
  if (before && joinText(before) === text) return before.flagged
  const [row] = await findNames(trx, { school: viewer.schoolId, viewer: viewer.id, text })
  if (!row) return false // the school was deleted meanwhile
  await app.limits.consume('naming', viewer.id)
  const all = findNaming(text, row)
  const what = before?.flagged ? withoutConfirmed(all, findNaming(joinText(before), row)) : all
  if (what.length > 0 && !input.confirmed)
    throw new HttpError(409, 'names_person', 'This text names someone. Please read it again.', { extra: { what } })
  return all.length > 0
}

const withoutConfirmed = (all: readonly Naming[], confirmed: readonly Naming[]): Naming[] =>
  all.filter((naming) => !confirmed.some((earlier) => isDeepStrictEqual(earlier, naming)))
