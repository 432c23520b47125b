import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Media } from '../../media/contract.ts'
import type { Author } from '../../people/contract.ts'
import type { Answer, Assignment } from '../contract.ts'
import type { AnswerRow } from './answer-queries.ts'
import { isAuthor } from './policy.ts'
import type { AssignmentRow } from './queries.ts'

type AuthorColumns = { readonly author_id: string; readonly author_name: string; readonly author_avatar: string | null }
const toAuthor = ({ author_id: id, author_name: name, author_avatar: avatar }: AuthorColumns): Author => ({
  id,
  name,
  avatar_url: avatar,
  avatar,
})

export function presentAssignment({ row, media }: { row: AssignmentRow; media: Media[] }, viewer: Viewer): Assignment {
  const mine = isAuthor(viewer, row)
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    subject: row.subject,
    course: row.course,
    priority: row.priority,
    tags: row.tags,
    images: row.images,
    media,
    solved: row.solved,
    best_answer_id: row.best_answer_id,
    due_date: row.due_date,
    answers_count: row.answers_count,
    author_id: row.author_id,
    author: toAuthor(row),
    created_at: row.created_at,
    edited_at: row.edited_at,
    can: { edit: mine, delete: mine, report: !mine },
  }
}

export function presentAnswer({ row, media }: { row: AnswerRow; media: Media[] }, viewer: Viewer): Answer {
  const mine = isAuthor(viewer, row)
  return {
    id: row.id,
    assignment_id: row.assignment_id,
    content: row.content,
    images: row.images,
    media,
    author_id: row.author_id,
    author: toAuthor(row),
    created_at: row.created_at,
    helpful_votes: row.helpful_votes,
    user_vote: row.user_vote,
    is_best_answer: row.is_best_answer,
    can: { vote: !mine, report: !mine, mark_best: row.asker_id === viewer.id },
  }
}
