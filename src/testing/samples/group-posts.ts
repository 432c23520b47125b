import { makeGroup, makeGroupComment, makeGroupPost, makePoll } from '../factories/groups.ts'
import { sampleGroupOfMember, sampleGroupParams } from './groups.ts'
import { makeSchoolmate, type Sample, type Samples } from './sample.ts'

const sampleGroupPost: Sample = async (app, owner) => {
  const group = await makeGroup(app, owner)
  return { params: { gid: group.id, pid: (await makeGroupPost(app, owner, group)).id } }
}

const sampleGroupComment: Sample = async (app, owner) => {
  const post = await makeGroupPost(app, owner, await makeGroup(app, owner))
  return { params: { gid: post.group_id, pid: post.id, cid: (await makeGroupComment(app, owner, post)).id } }
}

const sampleGroupReport =
  (type: 'text' | 'resource'): Sample =>
  async (app, owner) => {
    const { member, group } = await sampleGroupOfMember(app, owner)
    const post = await makeGroupPost(app, member, group, { type })
    return { params: { gid: group.id, id: post.id }, body: { reason: 'spam' } }
  }

export const groupPostsSamples: Samples = {
  'groupPosts.list': async (app, owner) => {
    const { params } = await sampleGroupPost(app, owner)
    return { params: { gid: params?.gid ?? '' } }
  },
  'groupPosts.create': async (app, owner) => ({
    ...(await sampleGroupParams(app, owner)),
    body: { content: 'Hello, @Test Person', mentions: [(await makeSchoolmate(app, owner)).id] },
  }),
  'groupPosts.show': sampleGroupPost,
  'groupPosts.setNote': async (app, owner) => ({ ...(await sampleGroupPost(app, owner)), body: { note: 'food' } }),
  'groupPosts.update': async (app, owner) => ({
    ...(await sampleGroupPost(app, owner)),
    body: { content: 'Changed' },
  }),
  'groupPosts.remove': sampleGroupPost,
  'groupPosts.like': sampleGroupPost,
  'groupPosts.unlike': sampleGroupPost,
  'groupPosts.vote': async (app, owner) => {
    const poll = await makePoll(app, owner, await makeGroup(app, owner))
    return { params: { gid: poll.group_id, pid: poll.id }, body: { option_index: 1 } }
  },
  'groupPosts.comments': async (app, owner) => {
    const { params } = await sampleGroupComment(app, owner)
    return { params: { gid: params?.gid ?? '', pid: params?.pid ?? '' } }
  },
  'groupPosts.comment': async (app, owner) => ({
    ...(await sampleGroupPost(app, owner)),
    body: { content: 'Indeed, @Test Person', mentions: [(await makeSchoolmate(app, owner)).id] },
  }),
  'groupPosts.setCommentNote': async (app, owner) => ({
    ...(await sampleGroupComment(app, owner)),
    body: { note: 'food' },
  }),
  'groupPosts.removeComment': sampleGroupComment,
  'groupPosts.report': async (app, owner) => {
    const { member, group } = await sampleGroupOfMember(app, owner)
    const post = await makeGroupPost(app, member, group)
    return { params: { gid: group.id, pid: post.id }, body: { reason: 'spam' } }
  },
  'groupPosts.reportComment': async (app, owner) => {
    const { member, group } = await sampleGroupOfMember(app, owner)
    const post = await makeGroupPost(app, member, group)
    const { id } = await makeGroupComment(app, member, post)
    return { params: { gid: group.id, pid: post.id, cid: id }, body: { reason: 'spam' } }
  },
  'groupPosts.reportResource': sampleGroupReport('resource'),
  'groupPosts.reportDiscussion': sampleGroupReport('text'),
}
