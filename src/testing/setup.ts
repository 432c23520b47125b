import { afterAll } from 'vitest'
import { closeTestApps } from './app.ts'
import { recordStatements, writeStatements } from './statement-recorder.ts'

const recordings = process.env.RECORD_STATEMENTS
if (recordings) recordStatements()

afterAll(async () => {
  await closeTestApps()
  if (recordings) writeStatements(recordings)
})
