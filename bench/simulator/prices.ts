/**
 * Prices per month, without currency: about what a large provider lists in dollars. They are assumptions, to be replaced by those of an
 * offer (`--prices FILE`).
 */
export type Prices = {
  readonly core: number
  readonly memoryGb: number
  readonly diskGb: number
  readonly objectGb: number
  readonly millionObjectWrites: number
  readonly millionObjectReads: number
  readonly trafficGb: number
}

export const assumedPrices: Prices = {
  core: 20,
  memoryGb: 3,
  diskGb: 0.1,
  objectGb: 0.02,
  millionObjectWrites: 5,
  millionObjectReads: 0.4,
  trafficGb: 0.05,
}
