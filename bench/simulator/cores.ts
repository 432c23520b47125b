import type { EventQueue } from './event-queue.ts'

type Task = { readonly endsAt: number; readonly done: () => void }

/**
 * The cores of a machine. Running tasks share them equally, as an operating system does: with more tasks than cores, each gets a part of
 * one. Progress is counted on a common scale, so that a task that comes or goes changes no other one.
 */
export class Cores {
  readonly #queue: EventQueue
  readonly count: number
  /** Work that each running task has got so far. */
  #progress = 0
  #since = 0
  /** In the order of their ends. */
  readonly #running: Task[] = []
  #version = 0
  #isPaused = false
  #busyMs = 0

  constructor(queue: EventQueue, count: number) {
    this.#queue = queue
    this.count = count
  }

  /** Milliseconds of all cores together in which they worked. */
  get busyMs(): number {
    this.#advance()
    return this.#busyMs
  }

  run(workMs: number, done: () => void): void {
    this.#advance()
    const task = { endsAt: this.#progress + workMs, done }
    const running = this.#running
    let [low, high] = [0, running.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((running[middle] as Task).endsAt > task.endsAt) low = middle + 1
      else high = middle
    }
    running.splice(low, 0, task) // the task that ends first is the last
    this.#plan()
  }

  /** Stops all work, as a failover does, until `resume`. */
  pause(): void {
    this.#advance()
    this.#isPaused = true
    this.#plan()
  }

  resume(): void {
    this.#advance()
    this.#isPaused = false
    this.#plan()
  }

  /** The part of a core that each task gets. */
  #speed(): number {
    if (this.#isPaused) return 0
    return this.#running.length > this.count ? this.count / this.#running.length : 1
  }

  #advance(): void {
    const elapsed = this.#queue.now - this.#since
    const speed = this.#speed()
    this.#progress += elapsed * speed
    this.#busyMs += elapsed * speed * this.#running.length
    this.#since = this.#queue.now
  }

  #plan(): void {
    const version = ++this.#version
    const next = this.#running.at(-1)
    const speed = this.#speed()
    if (!next || speed === 0) return
    const waitMs = Math.max(0, (next.endsAt - this.#progress) / speed)
    this.#queue.after(waitMs, () => {
      if (version !== this.#version) return // another task has come since
      this.#advance()
      this.#running.pop()
      this.#progress = Math.max(this.#progress, next.endsAt) // rounding
      this.#plan()
      next.done()
    })
  }
}
