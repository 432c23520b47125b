import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { forbidden } from '../../../shared/server/http/errors.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { assignments } from '../contract.ts'
import { createAssignment, deleteAssignment, setSolved, updateAssignment } from './actions.ts'
import { loadCards } from './load.ts'
import { findOwnPoints, listLeaders } from './points-queries.ts'
import { isAuthor } from './policy.ts'
import { type AssignmentRow, assignmentOr404, listAnswerable, listAssignments, listSimilar } from './queries.ts'

export function assignmentRoutes(app: App) {
  serve(app, assignments.list, async ({ db, viewer, query }) => {
    const { rows, pagination } = await listAssignments(db, viewer, query)
    return { ...ok(await loadCards(db, viewer, rows)), pagination }
  })

  serve(app, assignments.leaderboard, async ({ db, viewer, query }) => ({
    ...ok(await listLeaders(db, viewer, query.limit)),
    me: await findOwnPoints(db, viewer),
  }))

  serve(app, assignments.similar, async ({ db, viewer, query }) => ok(await listSimilar(db, viewer, query.title)))

  serve(app, assignments.answerable, async ({ db, viewer }) =>
    ok(await loadCards(db, viewer, await listAnswerable(db, viewer))),
  )

  serve(app, assignments.create, async ({ db, viewer, body }) => {
    const id = await createAssignment(db, viewer, body)
    return ok(await loadOne(db, viewer, id))
  })

  serve(app, assignments.show, async ({ db, viewer, params }) => ok(await loadOne(db, viewer, params.id)))

  serve(app, assignments.update, async ({ db, viewer, params, body }) => {
    const assignment = await assignmentOr404(db, viewer, params.id)
    assertAuthor(viewer, assignment, 'Only the person who asked can edit this question.')
    await updateAssignment(db, viewer, assignment.id, body)
    return ok(await loadOne(db, viewer, assignment.id))
  })

  serve(app, assignments.remove, async ({ db, viewer, params }) => {
    const assignment = await assignmentOr404(db, viewer, params.id)
    assertAuthor(viewer, assignment, 'Only the person who asked can delete this question.')
    await deleteAssignment(db, viewer.schoolId, assignment.id)
    return okEmpty()
  })

  for (const [route, solved] of [
    [assignments.complete, true],
    [assignments.incomplete, false],
  ] as const) {
    serve(app, route, async ({ db, viewer, params }) => {
      const assignment = await assignmentOr404(db, viewer, params.id)
      assertAuthor(viewer, assignment, 'Only the person who asked can mark this question as complete.')
      await setSolved(db, viewer, assignment.id, solved)
      return ok(await loadOne(db, viewer, assignment.id))
    })
  }
}

const loadOne: (
  ...asked: Parameters<typeof assignmentOr404>
) => Promise<Awaited<ReturnType<typeof loadCards>>[number]> = async (db, viewer, id) => {
  const [assignment] = await loadCards(db, viewer, [await assignmentOr404(db, viewer, id)])
  if (!assignment) throw new Error('A question that was found is shown.')
  return assignment
}

function assertAuthor(viewer: Viewer, assignment: AssignmentRow, refusal: string) {
  if (!isAuthor(viewer, assignment)) throw forbidden(refusal)
}
