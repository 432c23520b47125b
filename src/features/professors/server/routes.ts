import type { FastifyRequest } from 'fastify'
import { withUserTransaction } from '../../../shared/server/auth/moderation-status.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { badRequest, forbidden, notFound } from '../../../shared/server/http/errors.ts'
import { padOwnership } from '../../../shared/server/http/reply-json.ts'
import { ok, okEmpty, parseBody, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { type Multipart, tooLarge } from '../../media/server/multipart.ts'
import { ProfessorForm, professors, ratings } from '../contract.ts'
import type { Rating } from '../rating-contract.ts'
import { checkIsNew, createDepartment, createProfessor } from './actions.ts'
import { findPendingRatings, type PendingRating, presentPendingRatings, type RatingBody } from './pending-ratings.ts'
import { canEdit, findOwn } from './policy.ts'
import { presentListed, presentProfessor, presentRating } from './present.ts'
import { findStats, listCourses, listDepartments, listProfessors, professorOr404 } from './queries.ts'
import { createRating, deleteRating, publishRating, updateRating, vote } from './rating-actions.ts'
import {
  findRating,
  listLatest,
  listOwnNamed,
  listRatings,
  lockRating,
  type RatingRow,
  ratingOr404,
} from './rating-queries.ts'

/** Number of ratings returned with a professor. */
const recent = 5
/** Fits the longest text in characters of four bytes, and chips with their quotes. */
const formRule = { purpose: 'professor', maxFieldBytes: 24_000 } as const

export function professorRoutes(app: App, forms: Multipart) {
  const { anonymity, pending } = app
  pending.register('rating', (trx, item: PendingRating) => publishRating(app, trx, item))

  const present = async (viewer: Viewer, rows: readonly RatingRow[]) => {
    const own = await findOwn(anonymity, viewer, rows)
    return rows.map((row) => presentRating(row, viewer, own.has(row.id)))
  }

  const showProfessor = async (db: Db, viewer: Viewer, id: string) => {
    const professor = await professorOr404(db, viewer, id)
    const [latest, own] =
      professor.total_ratings > 0
        ? await Promise.all([listLatest(db, viewer, id, recent), listOwnNamed(db, viewer, id)])
        : [[], []]
    const [recent_ratings, own_ratings] = await Promise.all([present(viewer, latest), present(viewer, own)])
    const reply = {
      ...presentProfessor(professor),
      recent_ratings,
      own_ratings,
      can: { report: professor.created_by !== viewer.id },
    }
    return padOwnership(ok(reply), recent_ratings)
  }

  serve(app, professors.list, async ({ db, viewer, query }) => {
    const { rows, page } = await listProfessors(db, viewer, query)
    return { ...ok(rows.map(presentListed)), ...page }
  })

  serve(app, professors.show, ({ db, viewer, params }) => showProfessor(db, viewer, params.id))

  serve(app, professors.courses, async ({ db, viewer, params }) => ok(await listCourses(db, viewer, params.id)))

  serve(app, professors.stats, async ({ db, viewer, query }) => {
    const stats = await findStats(db, viewer, query.school_id)
    return { ...ok(stats), ...stats }
  })

  serve(app, professors.departments, async ({ db, viewer, query }) =>
    ok(await listDepartments(db, viewer, query.school_id)),
  )

  serve(app, professors.createDepartment, async ({ db, viewer, body }) => ok(await createDepartment(db, viewer, body)))

  forms.mount((scope) => {
    serve(scope, professors.create, async ({ db, viewer, request }) => {
      const { form, picture } = await readForm(db, viewer, request)
      const id = await withUserTransaction(db, viewer, (trx) => createProfessor(trx, viewer, form, picture))
      return showProfessor(db, viewer, id)
    })
  })

  /** Reads the form and the URL of its image, which is stored only when all other fields are valid. */
  const readForm = async (db: Db, viewer: Viewer, request: FastifyRequest) => {
    let form: ProfessorForm | undefined
    const [picture] = await forms.keep(
      request,
      viewer,
      async ({ files: [file], hasOversize, fields }, decode) => {
        form = parseBody(ProfessorForm, fields)
        await checkIsNew(db, viewer, form)
        if (hasOversize) throw tooLarge(formRule.purpose)
        if (!file) return []
        const prepared = await decode(file)
        if (!prepared) throw badRequest('Invalid file', { avatar: 'Invalid file' })
        return [prepared]
      },
      formRule,
    )
    if (!form) throw badRequest('Send this as multipart form data.')
    return { form, picture: picture?.url ?? null }
  }

  serve(app, ratings.list, async ({ db, viewer, params, query }) => {
    const { rows, page } = await listRatings(db, viewer, params.id, query)
    const isStart = query.offset === 0 && query.sort_by === 'created_at' && query.sort_order !== 'asc'
    const own = isStart ? findPendingRatings(await pending.listOwn(db, viewer), params.id) : []
    const fitting = own.filter(({ body: { input } }) => fits(input, query))
    const shown = [...(await presentPendingRatings(app, db, viewer, fitting)), ...(await present(viewer, rows))]
    return padOwnership({ ...ok(shown), ...page }, shown)
  })

  serve(app, ratings.create, async ({ db, viewer, params, body }) => {
    const professor = await professorOr404(db, viewer, params.id)
    const outcome = await createRating(app, db, viewer, professor.id, body)
    const id = outcome.state === 'stored' ? outcome.id : outcome.item.id
    const row = outcome.state === 'ignored' ? undefined : await findRating(db, viewer, id)
    if (row) return ok((await present(viewer, [row]))[0] as Rating)
    const items = outcome.state === 'stored' ? [] : [outcome.item]
    const [rating] = await presentPendingRatings(app, db, viewer, items)
    if (!rating) throw notFound('Rating not found')
    return ok(rating)
  })

  serve(app, ratings.update, async ({ db, viewer, params, body }) => {
    const rating = await lockRating(db, viewer, params.id)
    if (!rating) await pending.refuseIfOwn(db, viewer, 'rating', params.id)
    if (!rating) throw notFound('Rating not found')
    if (!canEdit(viewer, rating)) throw forbidden('You can only edit a review under your own name.')
    const { edited_at } = await updateRating(db, viewer, rating.id, body)
    const { would_take_again = null, year_taken = null } = body
    // only a rating under the own name can be edited
    return ok(presentRating({ ...rating, ...body, would_take_again, year_taken, edited_at }, viewer, true))
  })

  serve(app, ratings.remove, async ({ db, viewer, params }) => {
    const item = await pending.findOwn<RatingBody>(db, viewer, 'rating', params.id)
    if (item && (await pending.remove(db, viewer, item))) return okEmpty()
    const rating = await ratingOr404(db, viewer, params.id)
    if (!(await findOwn(anonymity, viewer, [rating])).has(rating.id))
      throw forbidden('You can only delete your own review.')
    await deleteRating(db, viewer.schoolId, rating.id)
    return okEmpty()
  })

  serve(app, ratings.vote, async ({ db, viewer, params, body }) => {
    const rating = await lockRating(db, viewer, params.id)
    if (!rating) await pending.refuseIfOwn(db, viewer, 'rating', params.id)
    if (!rating) throw notFound('Rating not found')
    if (rating.reviewer_id === viewer.id) throw badRequest('You can’t vote on your own review.')
    return ok(await vote(db, viewer, rating.id, body.is_helpful), 'Vote recorded!')
  })
}

/** Whether a pending rating matches the filters of a list. */
const fits = (
  { course_id, overall_rating }: RatingBody['input'],
  query: { course_id?: string | undefined; min_rating?: number | undefined; max_rating?: number | undefined },
) =>
  (query.course_id === undefined || query.course_id === course_id) &&
  overall_rating >= (query.min_rating ?? overall_rating) &&
  overall_rating <= (query.max_rating ?? overall_rating)
