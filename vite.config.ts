import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = `http://localhost:${process.env.PORT || 3000}`

/** A phone far away waits for each request longer than for some kilobytes: what these import comes in one piece each. */
const pieces = [
  ['feed', 'src/app/web/FeedWithExtras.tsx'], // and so does most of what the other pages import
  ['sync', 'src/app/web/layout/Background.tsx'],
  ['rail', 'src/app/web/layout/RailCards.tsx'],
  ['dialog', 'src/shared/web/ui/ConfirmDialog.tsx'],
] as const

/** Modules that are imported by way of an index, and needed by dialogs of later pages and by the rail only. */
const forLater = /\/(queriesObserver|useQueries|useIsFetching)\.js$/

type Bundle = { getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null }

/** Puts all that a module imports, directly or not, into the piece of a name. */
function listImports(name: string, file: string) {
  const entry = join(import.meta.dirname, file)
  if (!existsSync(entry)) throw new Error(`The piece ${name} begins with ${file}, which does not exist.`)
  // The server finds a page's code by the name of its module, so that one stays a piece of its own.
  const found = new Set<string>(/(Page|Dialog|With\w+)\.tsx$/.test(file) ? [] : [entry])
  const walk = (bundle: Bundle, id: string) => {
    for (const other of bundle.getModuleInfo(id)?.importedIds ?? []) {
      if (found.has(other)) continue
      found.add(other)
      walk(bundle, other)
    }
  }
  return (module: string, bundle: Bundle) => {
    if (found.size < 2) walk(bundle, entry)
    return found.has(module) && !forLater.test(module) ? name : null
  }
}

/**
 * Imports each icon from its own module, so that the pieces can be divided by the icons that they need. The main module
 * of the package imports all icons.
 */
function importIconsOneByOne(): Plugin {
  const main = 'lucide-react'
  const index = readFileSync(join(import.meta.dirname, `node_modules/${main}/dist/esm/lucide-react.mjs`), 'utf8')
  const modules = new Map<string, string>()
  for (const [, names = '', file = ''] of index.matchAll(/export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/g))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) modules.set(name, file)
  const toImport = (specifier: string) => {
    const [name = '', alias = name] = specifier.split(/\s+as\s+/)
    const file = modules.get(name)
    if (!file) throw new Error(`${main} has no icon ${name}`)
    return `import ${alias} from '${main}/icons/${file}'`
  }
  return {
    name: 'icons',
    apply: 'build',
    transform(code, id) {
      if (id.includes('node_modules') || !code.includes(main)) return
      return code.replace(/import \{([^}]*)\} from ["']lucide-react["'];?/g, (_, names: string) =>
        names
          .split(',')
          .map((specifier) => specifier.trim())
          .filter(Boolean)
          .map(toImport)
          .join('; '),
      )
    },
  }
}

/**
 * Leaves out what the links of the router prefetch for its own server framework: `prefetch.ts` does that here. A name
 * that a later version imports in addition fails the build.
 */
function omitFrameworkOfRouter(): Plugin {
  const id = '\0router-framework'
  return {
    name: 'router-framework',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === './ssr/components.js' && importer?.endsWith('/lib/dom/lib.js') ? id : undefined,
    load: (module) =>
      module === id
        ? `import { createContext } from 'react'
           export const FrameworkContext = createContext(undefined)
           export const PrefetchPageLinks = () => null
           export const usePrefetchBehavior = () => [false, null, {}]
           export const mergeRefs = (ref) => ref`
        : undefined,
    // Names for React's developer tools keep components that no page uses, such as forms, in the first load.
    transform: (code, module) =>
      module.endsWith('/lib/dom/lib.js')
        ? code
            .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
            .replaceAll('= React$1.forwardRef(', '= /* @__PURE__ */ React$1.forwardRef(')
        : undefined,
  }
}

export default defineConfig({
  root: 'src/app/web',
  plugins: [
    react(),
    tailwindcss(),
    importIconsOneByOne(),
    omitFrameworkOfRouter(),
    // what the server writes into the page that is built
    { name: 'names', apply: 'serve', transformIndexHtml: (html) => html.replaceAll('%PRODUCT%', 'Quad') },
  ],
  build: {
    outDir: '../../../dist/client',
    emptyOutDir: true,
    target: ['chrome123', 'safari17.5', 'firefox128'],
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false }, // all targets know it
    manifest: 'manifest.json', // so that the server knows what a page is made of
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'], priority: 9 },
            ...pieces.map(([name, file], at) => ({
              name: listImports(name, file),
              debugName: name,
              priority: 8 - at,
            })),
            { name: 'icons', test: /lucide/, priority: 1 }, // those of later pages
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
