// The files of a worker share one page: what a test leaves in it would reach the tests of other files.

import { afterEach, beforeEach } from 'vitest'
import { clearStorage } from '../../shared/web/user-storage.ts'

beforeEach(() => clearStorage()) // a late reply to the last test may have claimed it for another user
afterEach(() => {
  clearStorage()
  document.documentElement.hidden = false // hidden when another user than that of the last test signs in
})
