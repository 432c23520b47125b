import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true

/** Takes files that are dropped on the section around an element. Returns whether some are above it now. */
export function useFileDrop(inside: RefObject<HTMLElement | null>, onFiles: (files: readonly File[]) => void): boolean {
  const [isAbove, setIsAbove] = useState(false)
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    const area = inside.current?.closest('section')
    if (!area) return
    const listening = new AbortController()
    const { signal } = listening
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault() // otherwise the browser leaves the page to show the file
      setIsAbove(true)
    }
    area.addEventListener('dragover', over, { signal })
    area.addEventListener(
      'dragleave',
      ({ relatedTarget }) => {
        if (!area.contains(relatedTarget as Node | null)) setIsAbove(false)
      },
      { signal },
    )
    area.addEventListener(
      'drop',
      (event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setIsAbove(false)
        take([...(event.dataTransfer?.files ?? [])])
      },
      { signal },
    )
    return () => listening.abort()
  }, [inside])
  return isAbove
}
