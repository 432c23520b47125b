import type { Labels } from '../../groups/web/labels.ts'
import type { GroupPostType, Visibility } from '../contract.ts'

export const postTypes: Labels<GroupPostType> = [
  ['text', 'Text'],
  ['image', 'Image'],
  ['poll', 'Poll'],
  ['announcement', 'Announcement'],
  ['event', 'Event'],
  ['resource', 'Resource'],
]
export const visibilities: Labels<Visibility> = [
  ['group', 'Anyone who can see the group'],
  ['members_only', 'Members only'],
  ['admins_only', 'Admins only'],
]
