// A data folder with the seeded demo, created once and copied for each server of the browser tests.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProduct } from './product.ts'

const cache = 'node_modules/.cache/quad-e2e'
const hourMs = 3_600_000
/** The dates of the demo are relative to the time of seeding. */
const maxAgeMs = 2 * hourMs

/** Data need not survive a crash of the machine. */
const unsafeTestSettings = ['fsync = off', 'synchronous_commit = off', 'full_page_writes = off']

/**
 * Copies the seeded demo into a new data folder and returns its path. Creates the template first if no current
 * one.
 */
export async function createDataFolder(): Promise<string> {
  const template = await findOrCreateTemplate()
  const folder = mkdtempSync(join(tmpdir(), 'quad-e2e-'))
  copyFolder(template, folder)
  return folder
}

async function findOrCreateTemplate(): Promise<string> {
  const template = join(cache, hashOfSources())
  if (existsSync(template) && Date.now() - statSync(template).mtimeMs < maxAgeMs) return template
  const folder = mkdtempSync(join(tmpdir(), 'quad-template-'))
  try {
    chmodSync(folder, 0o755) // as root, PostgreSQL runs as another account, which needs access
    const product = await startProduct(folder)
    await product.stop()
    appendFileSync(join(folder, 'postgres/postgresql.conf'), `${unsafeTestSettings.join('\n')}\n`)
    mkdirSync(cache, { recursive: true })
    deleteOldTemplates()
    const half = mkdtempSync(join(cache, 'half-'))
    copyFolder(folder, half)
    rmSync(template, { recursive: true, force: true })
    renameSync(half, template) // atomic: another run may look for it
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return template
}

/** Other branches may use their templates right now; an hour after its creation, each has been copied. */
function deleteOldTemplates() {
  for (const name of readdirSync(cache)) {
    const folder = join(cache, name)
    if (Date.now() - statSync(folder).mtimeMs > maxAgeMs) rmSync(folder, { recursive: true, force: true })
  }
}

/** Keeps owners: PostgreSQL's files belong to its account. */
function copyFolder(from: string, to: string) {
  const options = process.platform === 'linux' ? ['-a', '--reflink=auto'] : ['-a']
  const { status, stderr } = spawnSync('cp', [...options, `${from}/.`, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${from} could not be copied to ${to}: ${stderr}`)
  chmodSync(to, 0o755)
}

/** A hash of everything that determines the demo: the server's code, schema, dependencies and drawn pictures. */
function hashOfSources(): string {
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}`)
  const files = [
    ...globSync([
      'migrations/*',
      '{src,demo}/**/*.{ts,json,svg}',
      'e2e/template.ts',
      'e2e/product.ts',
      'package-lock.json',
    ]),
    ...globSync('dist/demo-pictures/**/*'),
  ]
  const isPart = (file: string) => !/\/web\/|\.test\./.test(file) && statSync(file).isFile()
  for (const file of files.filter(isPart).sort()) hash.update(file).update(readFileSync(file))
  return hash.digest('hex').slice(0, 32)
}
