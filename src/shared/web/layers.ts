import { urlChanges } from './url-state.ts'

/** What the router keeps of an entry of the history, and how many layers were open above its page. */
export type EntryState = { readonly key?: string; readonly idx?: number; readonly layers?: number } | null

type Layer = { readonly close: () => void; depth: number }

/** Layers that Back closes, the top one last. */
const openLayers: Layer[] = []

const toEntry = () => ({ state: history.state as EntryState, url: location.href })
const toDepth = (state: EntryState) => state?.layers ?? 0

/** The current entry, as far as layers have seen it. */
let current = toEntry()

/**
 * Adds an entry of the history for a layer, which has the URL of the page below. Back to that page closes the layer. Nothing
 * removes the entry of a layer that was closed otherwise: the next layer uses it, and Back passes over it. Removing it would be
 * a step back, which ends later and undoes what the user opens meanwhile. Returns a function that forgets the layer.
 */
export function openLayer(close: () => void): () => void {
  const layer = { close, depth: 0 }
  openLayers.push(layer)
  giveEntries()
  return () => forget(layer)
}

function forget(layer: Layer) {
  const place = openLayers.indexOf(layer)
  if (place >= 0) openLayers.splice(place, 1)
}

/** Gives the open layers entries of their own, also after the router has added or replaced one: a filter in a sheet. */
export function giveEntries(): void {
  const state = history.state as EntryState
  if (state?.key !== current.state?.key) {
    const isReplaced = state?.idx === current.state?.idx
    if (isReplaced) history.replaceState({ ...state, layers: toDepth(current.state) }, '')
    else for (const layer of openLayers) layer.depth = 0
  }
  let below = 0
  for (const layer of openLayers) {
    if (layer.depth === 0) {
      const now = history.state as EntryState
      if (toDepth(now) <= below) history.pushState({ ...now, layers: below + 1 }, '')
      layer.depth = toDepth(history.state as EntryState)
    }
    below = layer.depth
  }
  current = toEntry()
}

function closeAbove(depth: number): boolean {
  const closing = openLayers.filter((layer) => layer.depth > depth).reverse()
  for (const layer of closing) {
    forget(layer)
    layer.close()
  }
  return closing.length > 0
}

/** Before the router, which would read a step between the entries of one page as a navigation. */
function onPopState(event: PopStateEvent) {
  const from = current
  const to = toEntry()
  const [before, depth] = [toDepth(from.state), toDepth(to.state)]
  current = to
  const top = openLayers.at(-1)
  if (top && before > 0 && depth === before && to.state?.key === from.state?.key) {
    // The router has added an entry above, which has not been rendered: the layers have none above it yet.
    event.stopImmediatePropagation()
    closeAbove(top.depth - 1)
    history.forward()
    return
  }
  if (to.state?.idx === undefined || to.state.idx !== from.state?.idx || before === depth) {
    closeAbove(0)
    return
  }
  event.stopImmediatePropagation()
  // What was typed into a layer may have replaced the URL of its entry only.
  if (to.url !== from.url || to.state.key !== from.state.key) {
    history.replaceState({ ...from.state, layers: depth }, '', from.url)
    current = toEntry()
  }
  if (!closeAbove(depth) && depth < before) history.back() // no layer was open: the user meant the page before
}
addEventListener('popstate', onPopState, { capture: true })
// Rendering may take longer than the user needs to go back, which would restore the URL from before the change.
urlChanges.addEventListener('change', giveEntries)
