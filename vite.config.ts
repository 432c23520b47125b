import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = `http://localhost:${process.env.PORT || 3000}`

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
          // A phone far away waits for each request longer than for some kilobytes, so small pieces come together.
          groups: [
            { name: 'app', tags: ['$initial'], priority: 3 },
            { name: 'icons', test: /lucide/, priority: 2 },
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
