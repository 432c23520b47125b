// The simulation against the known formulas of queueing theory.
import { describe, expect, test } from 'vitest'
import { percentile } from '../server.ts'
import { Cores } from './cores.ts'
import { EventQueue } from './event-queue.ts'
import { Places, Thread } from './places.ts'
import { createRandom, exponential } from './random.ts'

const arrivals = 100_000
const meanWorkMs = 10
const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length

type Station = (queue: EventQueue, workMs: number, done: () => void) => void

/** Times from arrival to end at one station, with exponential work. */
function simulate(ratePerSecond: number, build: (queue: EventQueue) => Station): number[] {
  const queue = new EventQueue()
  const random = createRandom(7)
  const station = build(queue)
  const times: number[] = []
  const arrive = () => {
    const arrival = queue.now
    station(queue, exponential(random, meanWorkMs), () => times.push(queue.now - arrival))
    if (--left > 0) queue.after(exponential(random, 1000 / ratePerSecond), arrive)
  }
  let left = arrivals
  arrive()
  queue.run()
  return times
}

/** Mean wait in a queue before `servers` (Erlang C), in milliseconds. */
function computeErlangWait(ratePerSecond: number, servers: number): number {
  const load = (ratePerSecond * meanWorkMs) / 1000
  let [term, sum] = [1, 1]
  for (let busy = 1; busy < servers; busy++) {
    term *= load / busy
    sum += term
  }
  const full = ((term * load) / servers) * (servers / (servers - load))
  return (full / (sum + full)) * (meanWorkMs / (servers - load))
}

function expectClose(found: number, expected: number, share = 0.04) {
  expect(found).toBeGreaterThan(expected * (1 - share))
  expect(found).toBeLessThan(expected * (1 + share))
}

describe('a thread (M/M/1)', () => {
  const buildThread = (queue: EventQueue): Station => {
    const thread = new Thread(new Cores(queue, 2))
    return (_, workMs, done) => thread.run(workMs, done)
  }

  test.each([30, 60, 80])('takes the known mean time at %i percent of its capacity', (percent) => {
    const times = simulate(percent, buildThread)
    expectClose(mean(times), meanWorkMs / (1 - percent / 100), 0.06)
  })

  test('takes the known time in 95 of 100 cases', () => {
    const times = simulate(60, buildThread)
    expectClose(percentile(times, 95), (Math.log(20) * meanWorkMs) / (1 - 0.6))
  })
})

describe('places (M/M/c)', () => {
  test.each([
    [2, 120],
    [5, 400],
    [15, 1300],
  ])('%i of them at %i arrivals per second keep arrivals waiting as long as Erlang says', (servers, rate) => {
    const times = simulate(rate, () => {
      const places = new Places(servers)
      return (queue, workMs, done) =>
        places.take(() =>
          queue.after(workMs, () => {
            places.release()
            done()
          }),
        )
    })
    expectClose(mean(times) - meanWorkMs, computeErlangWait(rate, servers), 0.1)
  })
})

describe('cores that are shared equally (M/M/c, processor sharing)', () => {
  test.each([
    [1, 70],
    [2, 140],
    [4, 340],
  ])('%i of them at %i arrivals per second take the known mean time', (cores, rate) => {
    const times = simulate(rate, (queue) => {
      const machine = new Cores(queue, cores)
      return (_, workMs, done) => machine.run(workMs, done)
    })
    expectClose(mean(times), meanWorkMs + computeErlangWait(rate, cores), 0.06)
  })

  test('slow a task down while another one runs, and only then', () => {
    const queue = new EventQueue()
    const core = new Cores(queue, 1)
    const ends: [string, number][] = []
    core.run(10, () => ends.push(['long', queue.now]))
    queue.at(4, () => core.run(3, () => ends.push(['short', queue.now])))
    queue.run()
    expect(ends).toEqual([
      ['short', 10],
      ['long', 13],
    ])
    expect(core.busyMs).toBe(13)
  })

  test('do nothing while they are paused, and lose no task', () => {
    const queue = new EventQueue()
    const core = new Cores(queue, 1)
    let end = 0
    core.run(10, () => (end = queue.now))
    queue.at(4, () => core.pause())
    queue.at(104, () => core.resume())
    queue.run()
    expect(end).toBe(110)
    expect(core.busyMs).toBe(10)
  })
})

test('places refuse to be released twice', () => {
  const places = new Places(1)
  places.take(() => {})
  places.release()
  expect(() => places.release()).toThrow('released twice')
})
