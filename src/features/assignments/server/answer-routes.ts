import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { forbidden, notFound } from '../../../shared/server/http/errors.ts'
import { ok, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { answers } from '../contract.ts'
import { createAnswer, markBest, vote } from './answer-actions.ts'
import { type AnswerRow, answerOr404, listAnswers, lockAnswerOr404, withAnswerMedia } from './answer-queries.ts'
import { notifyAnswer, notifyBestAnswer } from './notifications.ts'
import { isAuthor } from './policy.ts'
import { presentAnswer } from './present.ts'
import { assignmentOr404 } from './queries.ts'

export function answerRoutes(app: App) {
  serve(app, answers.list, async ({ db, viewer, params, query }) => {
    const { rows, pagination } = await listAnswers(db, viewer, params.id, query)
    return { ...ok(await present(db, viewer, rows)), pagination }
  })

  serve(app, answers.create, async ({ db, viewer, params, body }) => {
    const assignment = await assignmentOr404(db, viewer, params.id)
    const id = await createAnswer(db, viewer, assignment.id, body)
    await notifyAnswer(app, db, viewer, assignment)
    const row = await answerOr404(db, viewer, id)
    const [{ media } = { media: [] }] = await withAnswerMedia(db, viewer, [row])
    return ok(presentAnswer({ row, media }, viewer))
  })

  serve(app, answers.best, async ({ db, viewer, params }) => {
    const assignment = await assignmentOr404(db, viewer, params.id)
    const answer = await answerOr404(db, viewer, params.aid)
    if (answer.assignment_id !== assignment.id) throw notFound('Answer not found')
    if (!isAuthor(viewer, assignment)) throw forbidden('Only the person who asked can mark the best answer.')
    const marked = await markBest(db, viewer, assignment.id, answer.id)
    if (assignment.best_answer_id !== answer.id) await notifyBestAnswer(app, db, viewer, assignment, answer.author_id)
    return ok(marked)
  })

  serve(app, answers.helpful, async ({ db, viewer, params, body }) => {
    const answer = await lockAnswerOr404(db, viewer, params.id)
    if (isAuthor(viewer, answer)) throw forbidden('You can’t vote on your own answer.')
    return ok(await vote(db, viewer, answer.id, body.is_helpful ?? true))
  })
}

const present = async (db: Db, viewer: Viewer, rows: readonly AnswerRow[]) =>
  (await withAnswerMedia(db, viewer, rows)).map((answer) => presentAnswer(answer, viewer))
