import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { plantedFaults } from '../tests/planted-faults.ts'

// Putting all of them in takes ten minutes (`npm run faults:planted`); that they still fit the code is checked in every run.
test.each(plantedFaults)('$name: the fault fits the code, and its tests exist', ({ file, find, caughtBy }) => {
  expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2)
  expect(caughtBy.filter((path) => !existsSync(path))).toEqual([])
  expect(caughtBy).not.toEqual([])
})
