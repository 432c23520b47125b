/** A price that a buyer may offer: about a sixth less, in steps that people use. None for what is free or costs very little. */
export function suggestOffer(price: number): number | undefined {
  if (price < 2) return undefined
  const step = price < 20 ? 1 : price < 100 ? 5 : price < 1000 ? 10 : 50
  return Math.max(1, Math.floor((price * 0.85) / step) * step)
}
