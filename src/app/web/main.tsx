import './style.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { Toasts } from '../../shared/web/ui/toasts.tsx'
import { install } from './install/install.ts'
import { pages } from './pages.tsx'
import { prefetchOnIntent } from './prefetch.ts'

const minute = 60_000

const client = new QueryClient({
  defaultOptions: { queries: { staleTime: 5 * minute, retry: 1, refetchOnWindowFocus: false } },
})
const router = createBrowserRouter(pages)
prefetchOnIntent(pages)
install()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
)
