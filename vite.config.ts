import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { withFirstPaint } from './src/app/first-paint.ts'

const server = `http://localhost:${process.env.PORT || 3000}`

/** A phone far away waits for each request longer than for some kilobytes: what these import comes in one piece each. */
const pieces = [
  [
    'feed', // and so does most of what the other pages import
    'src/app/web/FeedWithExtras.tsx',
    // Otherwise in `notes`, with which other pages would load the code of muted words.
    'src/features/people/safety-contract.gen.ts',
    'node_modules/lucide/dist/esm/icons/eye-off.mjs',
  ],
  ['sync', 'src/app/web/layout/Background.tsx'],
  ['rail', 'src/app/web/layout/RailCards.tsx', 'src/app/web/layout/Shortcuts.tsx'],
  // parts of items of the feed that few of them have
  [
    'notes',
    'src/features/discussions/web/NotedContent.tsx',
    'src/features/discussions/web/CoveredPictures.tsx',
    'src/features/people/web/FilteredItem.tsx',
  ],
  ['dialog', 'src/shared/web/ui/ConfirmDialog.tsx'],
] as const

/** Files with a name: pages and pieces. The first load contains the addresses of all others, so these have none. */
const named = /^(feed|sync|rail|dialog|icons|shared|Palette|ToastViewport)$|Page$|With[A-Z]/

/** Modules that are imported by way of an index, and needed by dialogs of later pages and by the rail only. */
const forLater = /\/(queriesObserver|useQueries|useIsFetching)\.js$/

type Bundle = { getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null }

/** Puts all that modules import, directly or not, into the piece of a name. */
function listImports(name: string, files: readonly string[]) {
  const entries = files.map((file) => join(import.meta.dirname, file))
  for (const entry of entries)
    if (!existsSync(entry)) throw new Error(`The piece ${name} begins with ${entry}, which does not exist.`)
  // The server finds a page's code by the name of its module, so that one stays a piece of its own.
  const found = new Set(entries.filter((entry) => !/(Page|Dialog|With\w+)\.tsx$/.test(entry)))
  let isListed = false
  const walk = (bundle: Bundle, id: string) => {
    for (const other of bundle.getModuleInfo(id)?.importedIds ?? []) {
      if (found.has(other)) continue
      found.add(other)
      walk(bundle, other)
    }
  }
  return (module: string, bundle: Bundle) => {
    if (!isListed) for (const entry of entries) walk(bundle, entry)
    isListed = true
    return found.has(module) && !forLater.test(module) ? name : null
  }
}

/**
 * Imports each icon from its own module, so that the pieces can be divided by the icons that they need. The main module
 * of the package imports all icons.
 */
function importIconsOneByOne(): Plugin {
  const main = 'lucide'
  const index = readFileSync(join(import.meta.dirname, `node_modules/${main}/dist/esm/lucide.mjs`), 'utf8')
  const modules = new Map<string, string>()
  for (const [, names = '', file = ''] of index.matchAll(/export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/g))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) modules.set(name, file)
  const toImport = (specifier: string) => {
    const [name = '', alias = name] = specifier.split(/\s+as\s+/)
    const file = modules.get(name)
    if (!file) throw new Error(`${main} has no icon ${name}`)
    return `import ${alias} from '${main}/dist/esm/icons/${file}.mjs'`
  }
  return {
    name: 'icons',
    apply: 'build',
    transform(code, id) {
      if (id.includes('node_modules') || !code.includes(main)) return
      return code.replace(/import \{([^}]*)\} from ["']lucide["'];?/g, (_, names: string) =>
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

/** Writes the icon of the tab into the page: it would be one more request of each first load. Vite never inlines icons. */
function inlineIcon(): Plugin {
  const drawing = readFileSync(join(import.meta.dirname, 'src/app/web/icon.svg'), 'utf8').trim()
  return {
    name: 'icon',
    transformIndexHtml: (html) => html.replace('%ICON%', `data:image/svg+xml,${encodeURIComponent(drawing)}`),
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

const emojiVersion = (JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as Package)
  .devDependencies['emojibase-data']
type Package = { readonly devDependencies: { readonly 'emojibase-data': string } }

/** Serves the data of the emoji picker itself, with the fields that it reads: its default is a third party's host. */
function serveEmojiData(): Plugin {
  const read = (file: string) =>
    readFileSync(join(import.meta.dirname, `node_modules/emojibase-data/en/${file}`), 'utf8')
  const used = new Set(['emoji', 'group', 'subgroup', 'version', 'label', 'tags', 'skins', 'tone'])
  const files: Readonly<Record<string, string>> = {
    'data.json': JSON.stringify(
      JSON.parse(read('data.json'), (key, value: unknown) =>
        key === '' || /^\d+$/.test(key) || used.has(key) ? value : undefined,
      ),
    ),
    'messages.json': read('messages.json'),
  }
  const folder = `assets/emoji-${emojiVersion}/en`
  return {
    name: 'emoji',
    generateBundle() {
      for (const [file, source] of Object.entries(files))
        this.emitFile({ type: 'asset', fileName: `${folder}/${file}`, source })
    },
    configureServer(dev) {
      for (const [file, source] of Object.entries(files))
        dev.middlewares.use(`/${folder}/${file}`, (_request, reply) => reply.end(source))
    },
  }
}

export default defineConfig({
  root: 'src/app/web',
  define: { 'import.meta.env.EMOJI_URL': JSON.stringify(`/assets/emoji-${emojiVersion}`) },
  plugins: [
    react(),
    serveEmojiData(),
    tailwindcss(),
    importIconsOneByOne(),
    omitFrameworkOfRouter(),
    inlineIcon(),
    // what the server writes into the page that is built; in development, scripts add the style sheet
    {
      name: 'page',
      apply: 'serve',
      transformIndexHtml: (html) => withFirstPaint(html.replaceAll('%PRODUCT%', 'Quad')).html,
    },
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
        chunkFileNames: ({ name }) => `assets/${named.test(name) ? '[name]-[hash:7]' : '[hash:8]'}.js`,
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'], priority: 9 },
            ...pieces.map(([name, ...files], at) => ({
              name: listImports(name, files),
              debugName: name,
              priority: 8 - at,
            })),
            { name: 'icons', test: /lucide/, priority: 3 }, // those of later pages
            // Dozens of pieces of a few hundred bytes each would be a request of a page each.
            {
              name: 'shared',
              test: /src.(shared.web.[\w-]+|features.*contract\.gen)\.ts$/,
              minShareCount: 2,
              maxModuleSize: 6000,
              priority: 2,
            },
            {
              // The parts that the pages of a feature share. Moderation has too much that students never see.
              debugName: 'features',
              name: (module: string) => /src.features.([\w-]+).web/.exec(module)?.[1] ?? null,
              test: /src.features.(?!moderation)[\w-]+.web/,
              minShareCount: 2,
              maxModuleSize: 8000,
              priority: 1,
            },
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
