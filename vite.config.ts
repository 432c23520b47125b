import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = `http://localhost:${process.env.PORT || 3000}`

export default defineConfig({
  root: 'src/app/web',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../../../dist/client',
    emptyOutDir: true,
    target: ['chrome123', 'safari17.5', 'firefox128'],
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/auth', '/idp', '/upload', '/media', '/docs', '/openapi.json'].map((path) => [path, server]),
    ),
  },
})
