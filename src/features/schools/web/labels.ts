import { toOptions } from '../../../shared/web/options.ts'
import type { School } from '../contract.ts'

export const confessionsOptions = toOptions<School['confessions']>({
  on: 'Appear immediately',
  read_first: 'Appear after a moderator has read them',
  off: 'None at this school',
})

export const requestOptions = toOptions<School['default_requests']>({
  everyone: 'Everyone at the school',
  known: 'People they know',
  friends: 'Friends',
})
