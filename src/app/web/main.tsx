import './style.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, useRoutes } from 'react-router'
import { createCodeLoader } from '../../shared/web/code-loader.ts'
import type { EntryState } from '../../shared/web/layers.ts'
import { retryRead } from '../../shared/web/read-retries.ts'
import { Toasts } from '../../shared/web/ui/toasts.tsx'
import { linkManifest, registerServiceWorker } from './install/install.ts'
import { pages } from './pages.tsx'
import { prefetchOnIntent, preloadPage } from './prefetch.ts'

const minute = 60_000
const loadLayers = createCodeLoader(() => import('../../shared/web/layers.ts'))

const client = new QueryClient({
  defaultOptions: { queries: { staleTime: 5 * minute, retry: retryRead(1), refetchOnWindowFocus: false } },
})

const Pages = () => useRoutes(pages)

async function start() {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root')
  prefetchOnIntent(pages)
  const app = (
    <StrictMode>
      <QueryClientProvider client={client}>
        <BrowserRouter>
          <Pages />
        </BrowserRouter>
        <Toasts />
      </QueryClientProvider>
    </StrictMode>
  )
  const [page] = await preloadPage(pages, location.pathname) // shown later, it would first show a skeleton for at least 300 ms
  void page?.prepare?.(client)
  startTransition(() => createRoot(root).render(app)) // in chunks, between which a slow phone can react to input
}

/** A layer was open before the page was reloaded: Back passes over its entry. */
const followLayers = () => void ((history.state as EntryState)?.layers && loadLayers())
followLayers()
addEventListener('popstate', followLayers)
void linkManifest()
registerServiceWorker() // immediately: it waits for the page's load event, which may fire before the next task
setTimeout(start) // reading the code has blocked a slow phone long enough; let it react to input first
