import { useEffect } from 'react'
import { site } from '../../../shared/web/site.ts'

/** Names the open chat in the title of the tab, with the number of unread messages: '(4) Grace Mbeki | {product}'. */
export function useChatTitle(title: string, unread: number): void {
  useEffect(() => {
    const own = `${unread > 0 ? `(${unread}) ` : ''}${title} | ${site.productName}`
    document.title = own
    return () => {
      // A page that was opened meanwhile has set its title already.
      if (document.title === own) document.title = `Messages | ${site.productName}`
    }
  }, [title, unread])
}
