import { makeUpload } from '../factories/media.ts'
import { makeComment, makePost } from '../factories/posts.ts'
import { makeSchoolmate, makeStudent, type Sample, type Samples } from './sample.ts'

export const samplePost: Sample = async (app, owner) => ({ params: { id: (await makePost(app, owner)).id } })

const sampleComment: Sample = async (app, owner) => ({
  params: { id: (await makeComment(app, owner, await makePost(app, owner))).id },
})

const samplePostOfSchoolmate: Sample = async (app, owner) => ({
  params: { id: (await makePost(app, await makeStudent(app, owner))).id },
  body: { reason: 'spam' },
})

export const postsSamples: Samples = {
  // Used by a post already, so that every upload of the canary's school is attached.
  'media.file': async (app, owner) => {
    const media = [await makeUpload(app, owner)]
    await makePost(app, owner, { media })
    return { params: { file: media[0]?.url.split('/').at(-1) ?? '' } }
  },
  'posts.ofUser': async (_app, owner) => ({ params: { id: owner.id } }),
  'posts.show': samplePost,
  'posts.create': async (app, owner) => ({
    body: { content: 'Hello, @Test Person', mentions: [(await makeSchoolmate(app, owner)).id] },
  }),
  'posts.setNote': async (app, owner) => ({
    ...(await samplePost(app, owner)),
    body: { note: 'food', sensitive: true },
  }),
  'posts.update': async (app, owner) => ({ ...(await samplePost(app, owner)), body: { content: 'Changed' } }),
  'posts.remove': samplePost,
  'posts.like': samplePost,
  'posts.unlike': samplePost,
  'comments.list': async (app, owner) => {
    const post = await makePost(app, owner)
    await makeComment(app, owner, post)
    return { params: { id: post.id } }
  },
  'comments.create': async (app, owner) => {
    const post = await makePost(app, owner)
    const parent = await makeComment(app, owner, post)
    const mentions = [(await makeSchoolmate(app, owner)).id]
    return { body: { post_id: post.id, parent_id: parent.id, content: 'A reply to @Test Person', mentions } }
  },
  'posts.report': samplePostOfSchoolmate,
  'comments.report': async (app, owner) => {
    const writer = await makeStudent(app, owner)
    const comment = await makeComment(app, writer, await makePost(app, writer))
    return { params: { id: comment.id }, body: { reason: 'spam' } }
  },
  'comments.setNote': async (app, owner) => ({ ...(await sampleComment(app, owner)), body: { note: 'exams' } }),
  'comments.remove': sampleComment,
  'comments.like': sampleComment,
  'comments.unlike': sampleComment,
}
