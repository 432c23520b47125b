import { useEffect } from 'react'

type Keys = readonly (readonly [key: string, does: string])[]
type PageKeys = { readonly title: string; readonly keys: Keys }

let current: PageKeys | undefined

/** Lists the single-key shortcuts of a page in the sheet that `?` opens. */
export function usePageKeys(title: string, keys: Keys): void {
  useEffect(() => {
    const own = { title, keys }
    current = own
    return () => {
      if (current === own) current = undefined
    }
  }, [title, keys])
}

export const findPageKeys = (): PageKeys | undefined => current
