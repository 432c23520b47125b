/** The clock of a simulation: runs what is due in the order of time, and in the order of planning where times are equal. */
export class EventQueue {
  #now = 0
  #planned = 0
  readonly #heap: Event[] = []

  /** Milliseconds. */
  get now(): number {
    return this.#now
  }

  at(time: number, run: () => void): void {
    const event = { time, order: this.#planned++, run }
    const heap = this.#heap
    let index = heap.push(event) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (isBefore(heap[parent] as Event, event)) break
      heap[index] = heap[parent] as Event
      index = parent
    }
    heap[index] = event
  }

  after(delayMs: number, run: () => void): void {
    this.at(this.#now + delayMs, run)
  }

  /** Runs until nothing is left. */
  run(): void {
    for (let event = this.#pop(); event; event = this.#pop()) {
      this.#now = event.time
      event.run()
    }
  }

  #pop(): Event | undefined {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (!first || !last || first === last) return first
    let index = 0
    for (;;) {
      const left = 2 * index + 1
      if (left >= heap.length) break
      const right = left + 1
      const child = right < heap.length && isBefore(heap[right] as Event, heap[left] as Event) ? right : left
      if (isBefore(last, heap[child] as Event)) break
      heap[index] = heap[child] as Event
      index = child
    }
    heap[index] = last
    return first
  }
}

type Event = { readonly time: number; readonly order: number; readonly run: () => void }

const isBefore = (one: Event, other: Event) =>
  one.time < other.time || (one.time === other.time && one.order < other.order)
