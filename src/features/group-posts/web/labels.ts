import { toOptions } from '../../../shared/web/options.ts'
import { maxUploadBytes, megabyte } from '../../media/contract.gen.ts'
import { groupPostLimits } from '../contract.gen.ts'
import type { GroupPostType, Visibility } from '../contract.ts'

export const postTypes = toOptions<GroupPostType>({
  text: 'Text',
  image: 'Image',
  poll: 'Poll',
  announcement: 'Announcement',
  event: 'Event',
  resource: 'Resource',
})
export const visibilities = toOptions<Visibility>({
  group: 'Anyone who can see the group',
  members_only: 'Members only',
  admins_only: 'Admins only',
})

export const picturesLabel = `Images (up to ${groupPostLimits.pictures} images, ${maxUploadBytes.group_post / megabyte} MB each)`
