import { afterAll } from 'vitest'
import { closeTestApps } from './app.ts'
import { assertNothingLeft, listRunning, recordIntervals } from './leaks.ts'
import { recordStatements, writeStatements } from './statement-recorder.ts'

const recordings = process.env.RECORD_STATEMENTS
if (recordings) recordStatements()

const checksLeaks = process.env.CHECK_LEAKS === '1'
if (checksLeaks) recordIntervals()
const before = listRunning()

// Registered first, so it runs after the hooks of the file.
afterAll(async () => {
  await closeTestApps()
  if (recordings) writeStatements(recordings)
  if (checksLeaks) await assertNothingLeft(before)
})
