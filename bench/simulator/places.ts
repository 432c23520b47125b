import type { Cores } from './cores.ts'

/** A limited number of places, such as the connections of a pool. Waiting is in the order of arrival. */
export class Places {
  #free: number
  #used = 0
  #maxUsed = 0
  readonly #count: number
  #waiting: (() => void)[] = []
  #first = 0

  constructor(count: number) {
    this.#count = count
    this.#free = count
  }

  get waiting(): number {
    return this.#waiting.length - this.#first
  }

  /** The most places that were taken at a time. */
  get maxUsed(): number {
    return this.#maxUsed
  }

  take(run: () => void): void {
    if (this.#free === 0) return void this.#waiting.push(run)
    this.#free--
    this.#used++
    this.#maxUsed = Math.max(this.#maxUsed, this.#used)
    run()
  }

  release(): void {
    const next = this.#waiting[this.#first]
    if (!next) {
      this.#free++
      this.#used--
      if (this.#free > this.#count) throw new Error('A place was released twice.')
      return
    }
    this.#first++
    if (this.#first > 1000 && this.#first * 2 > this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#first)
      this.#first = 0
    }
    next()
  }
}

/** A thread, which does one piece of work after the other on the cores of its machine. */
export class Thread {
  readonly #place = new Places(1)
  readonly #cores: Cores

  constructor(cores: Cores) {
    this.#cores = cores
  }

  run(workMs: number, done: () => void): void {
    if (workMs <= 0) {
      done()
      return
    }
    this.#place.take(() =>
      this.#cores.run(workMs, () => {
        this.#place.release()
        done()
      }),
    )
  }
}
