import { useEffect, useRef } from 'react'
import { useInRouterContext, useLocation } from 'react-router'
import { giveEntries, openLayer } from './layers.ts'
import { isDesktop } from './media-query.ts'

type Props = { onClose: () => void }

/** Rendered in a layer above the page that is not in the URL: on a phone or tablet, Back closes the layer first. */
export const BackCloses = (props: Props) => (useInRouterContext() ? <Layer {...props} /> : null)

function Layer({ onClose }: Props) {
  const { key } = useLocation()
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => (isDesktop() ? undefined : openLayer(() => latest.current())), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router has changed the history
  useEffect(giveEntries, [key])
  return null
}
