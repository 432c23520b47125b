import { ownKey } from '../../../shared/web/user-storage.ts'

/** Whether this user turned push on in this browser. Forgotten when the session ends, as the subscription is. */
export const isTurnedOn = (): boolean => {
  const key = ownKey('push')
  return key !== undefined && localStorage.getItem(key) === 'on'
}
