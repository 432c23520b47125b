import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { plantedFaults } from '../tests/planted-faults.ts'

// Running all of them takes ten minutes (`npm run faults:planted`); every run checks that they still fit the code.
test.each(plantedFaults)('$name: the fault fits the code, and its tests exist', ({ file, find, caughtBy }) => {
  expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2)
  expect(caughtBy.filter((path) => !existsSync(path))).toEqual([])
  expect(caughtBy).not.toEqual([])
})
