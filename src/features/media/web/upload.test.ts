import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { uploadFile } from './upload.ts'

type Form = { open: number; most: number; statuses: number[]; answer: (() => void)[] }
const server: Form = { open: 0, most: 0, statuses: [], answer: [] }

class FakeRequest {
  upload = {}
  status = 0
  responseText = ''
  onload = () => {}
  onloadend = () => {}
  open() {}
  setRequestHeader() {}
  getResponseHeader = () => (this.status === 429 ? '0.01' : null)
  send() {
    server.most = Math.max(server.most, ++server.open)
    server.answer.push(() => {
      server.open--
      this.status = server.statuses.shift() ?? 200
      this.responseText = this.status === 200 ? '{"data":{"url":"/media/a.webp"}}' : '{"error":"Later"}'
      this.onload()
      this.onloadend()
    })
  }
}

beforeEach(() => {
  Object.assign(server, { open: 0, most: 0, statuses: [], answer: [] })
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
})
afterEach(() => vi.unstubAllGlobals())

const file = new File(['x'], 'a.png')
async function answerAll(uploads: Promise<unknown>[]) {
  let isDone = false
  const all = Promise.allSettled(uploads).finally(() => {
    isDone = true
  })
  while (!isDone) {
    server.answer.shift()?.()
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  return all
}

test('sends two files at a time, as many as the server receives', async () => {
  const results = await answerAll(Array.from({ length: 6 }, () => uploadFile(file, 'post')))
  expect(results.map(({ status }) => status)).toEqual(Array(6).fill('fulfilled'))
  expect(server.most).toBe(2)
})

test('retries a file three times when the server refuses it because of other open forms', async () => {
  server.statuses = [429, 429, 429, 200]
  const [result] = await answerAll([uploadFile(file, 'post')])
  expect(result?.status).toBe('fulfilled')
  server.statuses = [429, 429, 429, 429]
  const [refused] = await answerAll([uploadFile(file, 'post')])
  expect(refused).toMatchObject({ status: 'rejected', reason: { status: 429 } })
})
