import { sql } from 'kysely'
import type { MediaRule } from '../../media/server/access.ts'
import { canViewProfile } from './profile-visibility.ts'
import { noBlockBetween } from './queries.ts'

/** The owner did not delete their account. Uploads of anonymous items have no owner and pass. */
export const hasActiveOwner: MediaRule = () =>
  sql<boolean>`not exists (select from users as owner where owner.school_id = uploads.school_id
    and owner.id = uploads.owner_id and owner.deleted_at is not null)`

/** No block between viewer and owner, unless the viewer moderates. */
const hasUnblockedOwner: MediaRule = (viewer) =>
  sql<boolean>`(${viewer.role}::text <> 'student' or ${noBlockBetween(viewer, 'uploads.owner_id')})`

/** The viewer may see what the owner posts. */
export const hasVisibleOwner: readonly MediaRule[] = [hasActiveOwner, hasUnblockedOwner]

/** The owner shows the viewer their profile, unless the viewer moderates. */
export const hasVisibleProfile: MediaRule = (viewer) =>
  sql<boolean>`(${viewer.role}::text <> 'student' or exists (select from users as owner
    where owner.school_id = uploads.school_id and owner.id = uploads.owner_id and ${canViewProfile(viewer, 'owner')}))`
