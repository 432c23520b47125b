import { call } from '../../../shared/web/api.ts'
import { cardsApi, maxCards } from '../share-contract.gen.ts'
import type { Card, ShareReference } from '../share-contract.ts'

type Waiting = {
  readonly share: ShareReference
  readonly resolve: (card: Card | null) => void
  readonly reject: (error: unknown) => void
}

let waiting: Waiting[] = []

/** Loads the card of a shared item; null when the viewer does not see it. All cards that a page shows take one call. */
export const loadCard = (share: ShareReference): Promise<Card | null> =>
  new Promise((resolve, reject) => {
    if (waiting.length === 0) setTimeout(sendWaiting)
    waiting.push({ share, resolve, reject })
  })

function sendWaiting(): void {
  const all = waiting
  waiting = []
  for (let start = 0; start < all.length; start += maxCards) void loadTogether(all.slice(start, start + maxCards))
}

async function loadTogether(batch: readonly Waiting[]): Promise<void> {
  const items = [...new Set(batch.map(({ share }) => toItem(share)))].join()
  try {
    const { data } = await call(cardsApi.list, { query: { items } })
    const byItem = new Map(data.map((card) => [toItem(card), card]))
    for (const { share, resolve } of batch) resolve(byItem.get(toItem(share)) ?? null)
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}

const toItem = ({ kind, id }: ShareReference) => `${kind}:${id}`
