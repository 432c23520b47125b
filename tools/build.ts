// Builds the client into dist/client, with brotli and gzip copies of each text file so that the server never compresses
// at request time, and draws the pictures of the demo into dist/demo-pictures. `--if-stale` does nothing when the
// existing build matches the sources.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { constants as access, accessSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const stamp = 'dist/client/.sources'

function hashOfSources(): string {
  const hash = createHash('sha256')
  const files = globSync([
    'src/**/*.{ts,tsx,css,html,svg}',
    'demo/**/*.ts',
    'vite.config.ts',
    'package-lock.json',
    'tools/build.ts',
  ])
  for (const file of files.filter((name) => !/\/server\/|\.(test|story)\./.test(name)).sort()) {
    hash.update(file).update(readFileSync(file))
  }
  return hash.digest('hex')
}

const sources = hashOfSources()
const fresh = existsSync(stamp) && readFileSync(stamp, 'utf8') === sources
if (!process.argv.includes('--if-stale') || !fresh) {
  assertWritable()
  console.log('Building the client …')
  const drawing = drawPictures() // on another core
  const { build } = await import('vite') // takes longer than the rest of a start with an existing build
  await build({ logLevel: 'warn' })
  await makeInstallable()
  for (const file of globSync('dist/client/**/*.{js,css,svg,html,webmanifest,wasm}')) {
    const text = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
    writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }))
  }
  if (!(await drawing)) console.error('The pictures of the demo are not complete. Its first start draws the others.')
  writeFileSync(stamp, sources)
}

/** After an update, a server that may only read its program can't build it. */
function assertWritable() {
  try {
    accessSync(existsSync('dist') ? 'dist' : '.', access.W_OK)
  } catch {
    console.error(
      'The client is out of date, and this account can’t write here. As its owner run: node tools/bootstrap.mjs --build',
    )
    process.exit(1)
  }
}

/** Resolves to true if all pictures exist. */
function drawPictures(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  spawn(process.execPath, ['demo/draw.ts'], { stdio: 'inherit' })
    .on('error', () => resolve(false))
    .on('exit', (status) => resolve(status === 0))
  return promise
}

/** Creates the icons in all sizes, the offline page, and the service worker that caches it. */
async function makeInstallable() {
  const { default: sharp } = await import('sharp')
  const drawing = readFileSync('src/app/web/icon.svg', 'utf8')
  const full = Buffer.from(drawing.replace(' rx="9"', '')) // for devices that round the corners themselves
  mkdirSync('dist/client/icons', { recursive: true })
  const draw = (svg: Buffer, size: number, name: string | number) =>
    sharp(svg, { density: 72 * (size / 32) })
      .resize(size, size)
      .png({ palette: true, effort: 10 }) // a page with a manifest loads an icon while it loads its own images
      .toFile(`dist/client/icons/${name}.png`)
  await Promise.all([
    draw(Buffer.from(drawing), 192, 192),
    draw(Buffer.from(drawing), 512, 512),
    draw(full, 512, 'maskable-512'),
    draw(full, 180, 180),
  ])
  const [style = ''] = /\/assets\/[^"]+\.css/.exec(readFileSync('dist/client/index.html', 'utf8')) ?? []
  const page = readFileSync('src/app/web/install/offline.html', 'utf8').replace('%STYLE%', style)
  writeFileSync('dist/client/offline.html', page)
  const names = `const BUILD = '${sources.slice(0, 12)}', KEPT = ${JSON.stringify(['/offline.html', style])}\n`
  writeFileSync('dist/client/offline.json', JSON.stringify(listOfflineFiles(style)))
  const { transformWithOxc } = await import('vite')
  const { code } = await transformWithOxc(readFileSync('src/app/web/install/worker.ts', 'utf8'), 'worker.ts')
  writeFileSync('dist/client/sw.js', names + code.replace(/export \{\};?/, ''))
}

type Chunk = Readonly<
  Record<'imports' | 'dynamicImports' | 'css', readonly string[] | undefined> & { file: string; isEntry?: boolean }
>

/** The code of these pages and of what they open, the styles, and the fonts of Latin letters. */
function listOfflineFiles(style: string) {
  const chunks: Readonly<Record<string, Chunk>> = JSON.parse(readFileSync('dist/client/manifest.json', 'utf8'))
  const pages = [
    'FeedWithExtras.tsx',
    'MessagesWithListings.tsx',
    'NotSentPage.tsx',
    '../../features/events/web/EventsPage.tsx',
    '../../features/account/web/SettingsPage.tsx',
  ]
  const names = new Set<string>()
  const add = (name: string) => {
    if (names.has(name)) return
    names.add(name)
    for (const other of chunks[name]?.imports ?? []) add(other)
  }
  const [entry = ''] = Object.keys(chunks).filter((name) => chunks[name]?.isEntry)
  for (const name of [entry, ...pages]) {
    if (!chunks[name]) throw new Error(`The build has no ${name}`)
    add(name)
  }
  const isPage = (name: string) => /(Page|With\w+)\.tsx$/.test(name)
  for (const name of [...names]) for (const part of chunks[name]?.dynamicImports ?? []) if (!isPage(part)) add(part)
  const fonts = globSync('dist/client/assets/*-latin-[0-9w]*.woff2').map((file) => file.replace('dist/client', ''))
  const code = [...names].flatMap((name) => [chunks[name]?.file ?? '', ...(chunks[name]?.css ?? [])])
  return {
    build: `/${chunks[entry]?.file}`,
    files: [...new Set([style, ...code.map((file) => `/${file}`), ...fonts])].toSorted(),
  }
}
