import type { Media } from '../../features/media/contract.ts'
import { type Comment, comments, type Post, posts } from '../../features/posts/contract.ts'
import type { App } from '../../shared/server/services.ts'
import { as } from '../app.ts'
import type { TestUser } from './users.ts'

export async function makePost(
  app: App,
  author: TestUser,
  {
    content = 'Good morning',
    anonymous = false,
    media = [],
  }: { content?: string; anonymous?: boolean; media?: readonly Media[] } = {},
): Promise<Post> {
  const media_urls = media.map(({ url }) => url)
  const ask = { body: { content, is_anonymous: anonymous, media_urls } }
  const { status, body } = await as(app, author)(posts.create, ask)
  if (status !== 201) throw new Error(`${author.name} could not post: ${status} ${body.error}`)
  return body.data
}

export async function makeComment(
  app: App,
  author: TestUser,
  post: { readonly id: string },
  { content = 'Well said', parent }: { content?: string; parent?: { readonly id: string } } = {},
): Promise<Comment> {
  const ask = { body: { post_id: post.id, content, parent_id: parent?.id ?? null } }
  const { status, body } = await as(app, author)(comments.create, ask)
  if (status !== 201) throw new Error(`${author.name} could not comment: ${status} ${body.error}`)
  return body.data
}

export async function makeReport(
  app: App,
  reporter: TestUser,
  post: { readonly id: string },
  body: { reason?: string; description?: string } = {},
): Promise<{ readonly id: string }> {
  const { status, body: answer } = await as(app, reporter)(posts.report, {
    params: { id: post.id },
    body: { reason: 'spam', ...body },
  })
  if (status !== 201) throw new Error(`${reporter.name} could not report: ${status} ${answer.error}`)
  return app.db
    .selectFrom('reports')
    .where('school_id', '=', reporter.schoolId)
    .where('reporter_id', '=', reporter.id)
    .where('content_id', '=', post.id)
    .select('id')
    .executeTakeFirstOrThrow()
}
