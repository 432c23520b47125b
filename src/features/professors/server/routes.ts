import type { FastifyRequest } from 'fastify'
import type { Db } from '../../../shared/server/db.ts'
import { badRequest, forbidden } from '../../../shared/server/errors.ts'
import type { House } from '../../../shared/server/house.ts'
import { ok, parseBody, serve, show } from '../../../shared/server/serve.ts'
import { type Viewer, writing } from '../../../shared/server/viewer.ts'
import { type Forms, tooLarge } from '../../media/server/form-actions.ts'
import { ProfessorForm, professors, ratings } from '../contract.ts'
import { checkIsNew, createDepartment, createProfessor } from './actions.ts'
import { isReviewer } from './policy.ts'
import { presentProfessor, presentRating } from './present.ts'
import { findStats, listCourses, listDepartments, listProfessors, professorOr404 } from './queries.ts'
import { createRating, deleteRating, vote } from './rating-actions.ts'
import { listLatest, listRatings, ratingOr404 } from './rating-queries.ts'

/** Ratings that come along with a professor. */
const recent = 5
/** A longest text in letters of four bytes, and chips with their quotes. */
const formRule = { purpose: 'professor', mostFieldBytes: 24_000 } as const

export function professorRoutes(house: House, forms: Forms) {
  const { anonymity } = house

  const showProfessor = async (db: Db, viewer: Viewer, id: string) => {
    const professor = await professorOr404(db, viewer, id)
    const latest = professor.total_ratings > 0 ? await listLatest(db, viewer, id, recent) : []
    return show({
      ...presentProfessor(professor),
      recent_ratings: latest.map((rating) => presentRating(rating, viewer, anonymity)),
      can: { report: professor.created_by !== viewer.id },
    })
  }

  serve(house, professors.list, async ({ db, viewer, query }) => {
    const { rows, page } = await listProfessors(db, viewer, query)
    return { ...show(rows.map(presentProfessor)), ...page }
  })

  serve(house, professors.show, ({ db, viewer, params }) => showProfessor(db, viewer, params.id))

  serve(house, professors.courses, async ({ db, viewer, params }) => show(await listCourses(db, viewer, params.id)))

  serve(house, professors.stats, async ({ db, viewer, query }) => {
    const stats = await findStats(db, viewer, query.school_id)
    return { ...show(stats), ...stats }
  })

  serve(house, professors.departments, async ({ db, viewer, query }) =>
    show(await listDepartments(db, viewer, query.school_id)),
  )

  serve(house, professors.createDepartment, async ({ db, viewer, body }) =>
    show(await createDepartment(db, viewer, body)),
  )

  forms.mount((scope) => {
    serve(scope, professors.create, async ({ db, viewer, request }) => {
      const { form, picture } = await readForm(db, viewer, request)
      return showProfessor(db, viewer, await createProfessor(db, viewer, form, picture))
    })
  })

  /** The form, and the address of its picture, which is kept only when everything else is in order. */
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
        const prepared = await decode(file.path)
        if (!prepared) throw badRequest('Invalid file', { avatar: 'Invalid file' })
        return [prepared]
      },
      formRule,
    )
    if (!form) throw badRequest('This has to be sent as a form.')
    return { form, picture: picture?.url ?? null }
  }

  serve(house, ratings.list, async ({ db, viewer, params, query }) => {
    const { rows, page } = await listRatings(db, viewer, params.id, query)
    return { ...show(rows.map((rating) => presentRating(rating, viewer, anonymity))), ...page }
  })

  serve(house, ratings.create, async ({ db, viewer, params, body }) => {
    const professor = await professorOr404(db, viewer, params.id)
    const id = await createRating(db, anonymity, viewer, professor.id, body)
    return show(presentRating(await ratingOr404(db, viewer, id), viewer, anonymity))
  })

  serve(house, ratings.remove, async ({ db, viewer, params }) => {
    const rating = await ratingOr404(db, viewer, params.id)
    if (!isReviewer(anonymity, viewer, rating)) throw forbidden('Only the author can delete a rating.')
    await writing(db, viewer, (trx) => deleteRating(trx, viewer.schoolId, rating.id))
    return ok()
  })

  serve(house, ratings.vote, async ({ db, viewer, params, body }) => {
    const rating = await ratingOr404(db, viewer, params.id)
    return show(await vote(db, viewer, rating.id, body.is_helpful), 'Vote recorded!')
  })
}
