// Builds the client into dist/client, with brotli and gzip copies beside each text file so that the server never
// compresses at request time. `--if-stale` does nothing when the build is the one of the sources at hand.
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const stamp = 'dist/client/.sources'

function hashOfSources(): string {
  const hash = createHash('sha256')
  const files = globSync(['src/**/*.{ts,tsx,css,html,svg}', 'vite.config.ts', 'package-lock.json', 'tools/build.ts'])
  for (const file of files.filter((name) => !name.includes('/server/') && !name.includes('.test.')).sort()) {
    hash.update(file).update(readFileSync(file))
  }
  return hash.digest('hex')
}

const sources = hashOfSources()
const fresh = existsSync(stamp) && readFileSync(stamp, 'utf8') === sources
if (!process.argv.includes('--if-stale') || !fresh) {
  console.log('Building the client …')
  const { build } = await import('vite') // costs more than all the rest of an up-to-date start
  await build({ logLevel: 'warn' })
  for (const file of globSync('dist/client/**/*.{js,css,svg,html,webmanifest}')) {
    const text = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
    writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }))
  }
  writeFileSync(stamp, sources)
}
