import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = `http://localhost:${process.env.PORT || 3000}`

/** A phone far away waits for each request longer than for some kilobytes: what these import comes in one piece each. */
const pieces = [
  ['feed', 'src/features/posts/web/FeedPage.tsx'], // and so does most of what the other pages import
  ['dialog', 'src/shared/web/ui/ConfirmDialog.tsx'],
] as const

type Bundle = { getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null }

/** Puts all that a module imports, directly or not, into the piece of a name. */
function listImports(name: string, file: string) {
  const found = new Set<string>()
  const walk = (bundle: Bundle, id: string) => {
    for (const other of bundle.getModuleInfo(id)?.importedIds ?? []) {
      if (found.has(other)) continue
      found.add(other)
      walk(bundle, other)
    }
  }
  return (module: string, bundle: Bundle) => {
    if (found.size === 0) walk(bundle, join(import.meta.dirname, file))
    return found.has(module) ? name : null
  }
}

export default defineConfig({
  root: 'src/app/web',
  plugins: [
    react(),
    tailwindcss(),
    // what the server writes into the page that is built
    { name: 'names', apply: 'serve', transformIndexHtml: (html) => html.replaceAll('%PRODUCT%', 'Quad') },
  ],
  build: {
    outDir: '../../../dist/client',
    emptyOutDir: true,
    target: ['chrome123', 'safari17.5', 'firefox128'],
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    manifest: 'manifest.json', // so that the server knows what a page is made of
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'], priority: 9 },
            { name: 'icons', test: /lucide/, priority: 8 },
            ...pieces.map(([name, file], at) => ({
              name: listImports(name, file),
              debugName: name,
              priority: pieces.length - at,
            })),
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/auth', '/idp', '/upload', '/media', '/docs', '/openapi.json'].map((path) => [path, server]),
    ),
  },
})
