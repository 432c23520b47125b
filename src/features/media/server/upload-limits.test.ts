import { expect, test } from 'vitest'
import { createUploadLimits } from './upload-limits.ts'

const count = async () => {}

test('limits the temporary space of all open forms and releases it', () => {
  const open = createUploadLimits({ maxForms: 2, maxScratchBytes: 100 })
  const first = open('ada', count)
  const second = open('grace', count)
  first.store(60)
  second.store(40)
  expect(() => second.store(1)).toThrow(expect.objectContaining({ status: 503, extra: { retry_after: 60 } }))
  first.close()
  second.store(60)
})

test('rejects a third open form of one user until one ends, without affecting other users', () => {
  const open = createUploadLimits({ maxForms: 2, maxScratchBytes: 100 })
  const [first] = [open('ada', count), open('ada', count)]
  expect(() => open('ada', count)).toThrow(expect.objectContaining({ status: 429, extra: { retry_after: 5 } }))
  open('grace', count)
  first?.close()
  open('ada', count)
})
