import { describe, expect, test } from 'vitest'
import { readCosts } from './costs.ts'
import { type CountryPlan, planCountry, visitsPerYear } from './country.ts'
import { computeVisitDemand } from './demand.ts'
import { toWeights } from './mix.ts'
import { assumedPrices } from './prices.ts'
import { callsPerVisit } from './visit.ts'

const costs = readCosts()
const region: CountryPlan = {
  schools: 300,
  students: 5_000_000,
  databaseCores: 32,
  maxUse: 0.5,
  years: 4,
  prices: assumedPrices,
  seed: 1,
}

describe('the plan of a country', () => {
  test('keeps each primary below the share of its cores that may work', () => {
    const { usedPrimaryCores, largestCellStudents, meanCellStudents, cells } = planCountry(costs, region)
    expect((usedPrimaryCores / cells) * (largestCellStudents / meanCellStudents)).toBeLessThanOrEqual(16 * 1.01)
    expect(cells * meanCellStudents).toBeCloseTo(5_000_000, -1)
  })

  test('has as few cells as the primaries allow', () => {
    const { usedPrimaryCores, cells } = planCountry(costs, region)
    expect(usedPrimaryCores).toBeGreaterThan((cells - 2) * 16)
  })

  test('grows with the students, the visits and the years', () => {
    const large = planCountry(costs, { ...region, schools: 600, students: 10_000_000 })
    const small = planCountry(costs, region)
    for (const name of [
      'cells',
      'serverProcesses',
      'requestsPerSecond',
      'streams',
      'databaseTb',
      'monthlyCost',
    ] as const)
      expect(large[name]).toBeGreaterThan(small[name])
    expect(planCountry(costs, { ...region, years: 8 }).databaseTb).toBeCloseTo(2 * small.databaseTb)
  })

  test('needs fewer cells with larger primaries', () => {
    expect(planCountry(costs, { ...region, databaseCores: 64 }).cells).toBeLessThan(planCountry(costs, region).cells)
  })

  test('refuses a school that no primary carries', () => {
    expect(() =>
      planCountry(costs, { ...region, schools: 1, students: 60_000, databaseCores: 2, maxUse: 0.1 }),
    ).toThrow('does not fit')
  })

  test('loses with a cell the students of that cell, and leaves their load to the others', () => {
    const { cellLoss, cells, largestCellStudents, usedPrimaryCores } = planCountry(costs, region)
    expect(cellLoss.shareOfStudents).toBeCloseTo(largestCellStudents / 5_000_000)
    expect(cellLoss.useOfOthers).toBeCloseTo(usedPrimaryCores / ((cells - 1) * 32))
  })
})

test('a visit costs what its calls cost', () => {
  const demand = computeVisitDemand(costs, 'weekday')
  const requests = Object.values(callsPerVisit).reduce((sum, number) => sum + number, 0)
  expect(demand.requests).toBeCloseTo(requests + 1 + 0.01)
  expect(demand.serverMs).toBeGreaterThan(requests * 0.1)
  expect(demand.bucketWrites).toBeGreaterThan(0)
})

test('every call of a visit was measured', () => {
  expect(toWeights(costs.calls.map(({ name }) => name)).every((weight) => weight > 0)).toBe(true)
  expect(() => toWeights(['feed'])).toThrow('Not measured')
})

test('a year has its days', () => {
  expect(visitsPerYear()).toBeGreaterThan(365 * 2.5)
  expect(visitsPerYear()).toBeLessThan(365 * 5)
})
