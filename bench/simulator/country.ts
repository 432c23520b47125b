import type { MeasuredCosts } from './costs.ts'
import { computeMainShare, computeVisitDemand, peakStreams, peakVisitsPerSecond, visitsPerDay } from './demand.ts'
import type { Prices } from './prices.ts'
import { assignToCells, drawSchools, sumStudents } from './schools.ts'

export type CountryPlan = {
  readonly schools: number
  readonly students: number
  /** Cores of the machine of a primary, and of its standby. */
  readonly databaseCores: number
  /** Share of the cores that may work in the busiest minutes: the rest is for failures, and for what the model does not know. */
  readonly maxUse: number
  /** Years of rows and pictures. */
  readonly years: number
  readonly prices: Prices
  readonly seed: number
}

/** What a country needs. Per cell, the figures are of the cell with the most students. */
export type Country = {
  readonly plan: CountryPlan
  readonly cells: number
  readonly largestCellStudents: number
  readonly meanCellStudents: number
  readonly largestSchool: number
  readonly schoolsOfLargestCell: number
  readonly requestsPerSecond: number
  readonly streams: number
  /** Written to streams. */
  readonly eventsPerSecond: number
  readonly serverProcesses: number
  readonly serverCores: number
  readonly serverMemoryGb: number
  /** Of all primaries; the standbys need as many. */
  readonly primaryCores: number
  readonly usedPrimaryCores: number
  readonly databaseMemoryGb: number
  readonly connectionsPerPrimary: number
  readonly redisCommandsPerSecond: number
  readonly redisMbPerSecond: number
  readonly redisCores: number
  readonly bucketRequestsPerSecond: number
  readonly bucketMbPerSecond: number
  readonly replyMbPerSecond: number
  readonly walMbPerSecond: number
  readonly databaseTb: number
  readonly bucketTb: number
  readonly machines: number
  readonly monthlyCost: number
  readonly yearlyCostPerStudent: number
  readonly cellLoss: CellLoss
}

/** If a cell is lost with both of its PostgreSQLs, others take its schools from backups. */
export type CellLoss = {
  readonly students: number
  readonly shareOfStudents: number
  readonly databaseTb: number
  /** At one gigabyte per second for each of the cells that take schools. */
  readonly hoursToCopy: number
  /** Share of the cores of the primaries that work in the busiest minutes with one cell fewer. */
  readonly useOfOthers: number
}

/** Connections of a server to PostgreSQL when all of its pools are full. */
export const maxConnectionsPerServer = 33
/** Cores of a machine for servers. */
const serverMachineCores = 16
/** Cores per server process: its main thread, its helpers and the decoding of pictures. */
const coresPerProcess = 2
const databaseMemoryPerCoreGb = 8
const redisMemoryGb = 16
const termWeeks = 32
const [giga, tera, mega] = [1e9, 1e12, 1e6]

/** From the days of a year: 32 weeks of term, of which one is for orientation, and as quiet as weekends otherwise. */
export const visitsPerYear = (): number =>
  (termWeeks - 1) * 5 * visitsPerDay('weekday') +
  5 * visitsPerDay('orientation') +
  (365 - termWeeks * 5) * visitsPerDay('weekend')

export function planCountry(costs: MeasuredCosts, plan: CountryPlan): Country {
  const { students, databaseCores, maxUse, prices } = plan
  const visit = computeVisitDemand(costs, 'orientation')
  const visitsPerSecond = peakVisitsPerSecond('orientation')
  const perSecond = (perVisit: number) => perVisit * visitsPerSecond * students
  const idleCores = costs.idle.postgres / 1000
  const studentsPerCell = Math.floor(
    (databaseCores * maxUse - idleCores) / ((visit.postgresMs / 1000) * visitsPerSecond),
  )
  const schools = drawSchools(plan.schools, {
    students,
    spread: 1,
    maxStudents: Math.min(80_000, students),
    seed: plan.seed,
  })
  const cells = findCellCount(schools, studentsPerCell)
  const assigned = assignToCells(schools, cells).toSorted((one, other) => sumStudents(other) - sumStudents(one))
  const [largest = []] = assigned

  const streams = peakStreams('orientation') * students
  const heartbeatCores = ((costs.idle.main + costs.idle.helpers) / 1000 / costs.streams.open) * streams
  const eventsPerSecond = schools.reduce(
    (sum, size) => sum + visit.broadcasts * visitsPerSecond * size * peakStreams('orientation') * size,
    0,
  )
  const eventCores = (eventsPerSecond * costs.streams.eventMs) / 1000
  const usedServerCores = perSecond(visit.serverMs) / 1000 + heartbeatCores + eventCores
  const mainCores = usedServerCores * computeMainShare(costs)
  const serverProcesses = Math.max(
    2 * cells, // the second one serves while the first one is replaced
    Math.ceil(mainCores / maxUse),
    Math.ceil(usedServerCores / maxUse / coresPerProcess),
  )
  const usedPrimaryCores = perSecond(visit.postgresMs) / 1000 + idleCores * cells
  const serverMemoryGb =
    (serverProcesses * costs.serverMemoryBytes.loaded * 1.5 + streams * Math.max(costs.streams.memoryBytes, 20_000)) /
    giga

  const visits = visitsPerYear() * students * plan.years
  const databaseTb = (visits * visit.databaseBytes) / tera
  const bucketTb = (visits * visit.bucketStoredBytes) / tera
  const primaryCores = cells * databaseCores
  const redisCores = Math.max(cells, perSecond(visit.redisMs) / 1000 / maxUse)
  const databaseMemoryGb = primaryCores * databaseMemoryPerCoreGb
  const machines = Math.ceil((serverProcesses * coresPerProcess) / serverMachineCores) + cells * 3
  const monthlyVisits = (visitsPerYear() * students) / 12
  const monthlyCost =
    prices.core * (serverProcesses * coresPerProcess + 2 * primaryCores + redisCores) +
    prices.memoryGb * (serverMemoryGb + 2 * databaseMemoryGb + cells * redisMemoryGb) +
    prices.diskGb * 2 * 1.5 * databaseTb * 1000 +
    prices.objectGb * (bucketTb + databaseTb) * 1000 + // the second: backups
    (prices.millionObjectWrites * monthlyVisits * visit.bucketWrites) / mega +
    (prices.millionObjectReads * monthlyVisits * visit.bucketReads) / mega +
    (prices.trafficGb * monthlyVisits * visit.replyBytes) / giga

  const studentsOfLargest = sumStudents(largest)
  const lostTb = (databaseTb * studentsOfLargest) / students
  return {
    plan,
    cells,
    largestCellStudents: studentsOfLargest,
    meanCellStudents: students / cells,
    largestSchool: schools[0] ?? 0,
    schoolsOfLargestCell: largest.length,
    requestsPerSecond: perSecond(visit.requests),
    streams,
    eventsPerSecond,
    serverProcesses,
    serverCores: serverProcesses * coresPerProcess,
    serverMemoryGb,
    primaryCores,
    usedPrimaryCores,
    databaseMemoryGb,
    connectionsPerPrimary: Math.ceil(serverProcesses / cells) * maxConnectionsPerServer,
    redisCommandsPerSecond: perSecond(visit.redisCommands),
    redisMbPerSecond: perSecond(visit.redisBytes) / mega,
    redisCores,
    bucketRequestsPerSecond: perSecond(visit.bucketReads + visit.bucketWrites),
    bucketMbPerSecond: perSecond(visit.bucketReadBytes + visit.bucketStoredBytes) / mega,
    replyMbPerSecond: perSecond(visit.replyBytes) / mega,
    walMbPerSecond: perSecond(visit.walBytes) / mega,
    databaseTb,
    bucketTb,
    machines,
    monthlyCost,
    yearlyCostPerStudent: (monthlyCost * 12) / students,
    cellLoss: {
      students: studentsOfLargest,
      shareOfStudents: studentsOfLargest / students,
      databaseTb: lostTb,
      hoursToCopy: cells > 1 ? (lostTb * 1000) / (cells - 1) / 3600 : (lostTb * 1000) / 3600,
      useOfOthers: cells > 1 ? usedPrimaryCores / ((cells - 1) * databaseCores) : Number.POSITIVE_INFINITY,
    },
  }
}

/** The least number of cells with which no cell has more students than its primary carries. */
function findCellCount(schools: readonly number[], studentsPerCell: number): number {
  const [largest = 0] = schools
  if (largest > studentsPerCell)
    throw new Error(`A school of ${Math.round(largest)} does not fit into a cell of ${studentsPerCell}.`)
  let cells = Math.max(1, Math.ceil(sumStudents(schools) / studentsPerCell))
  while (assignToCells(schools, cells).some((cell) => sumStudents(cell) > studentsPerCell)) cells++
  return cells
}
