// Ensures the preconditions of every npm script: the dependencies of package-lock.json are installed, Node 24 is
// available and, with --build, the client in dist/ matches the sources. Plain JavaScript for Node 18, because on a
// fresh machine the system's Node runs this file, and only afterwards the Node that it installs.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamp = join(root, 'node_modules/.quad-lock')
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (error) stop(`${command} could not be started: ${error.message}`)
  if (status !== 0) process.exit(status || 1)
}

/** A server often runs as an account that may only read its program. */
function assertWritable() {
  try {
    accessSync(root, constants.W_OK)
  } catch {
    stop(
      `The dependencies in ${root} are out of date, and this account can’t write there. As its owner run: node tools/bootstrap.mjs --build`,
    )
  }
}

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  assertWritable()
  console.log('Installing dependencies (once, about a minute) …')
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(stamp, wanted)
}

const own = join(root, 'node_modules/.bin/node')
const installed = `node-${process.platform}-${process.arch}/bin/node`
// npm 9, which Debian has, links it first and then removes it together with the packages of other platforms.
if (!existsSync(own) && existsSync(join(root, 'node_modules', installed))) symlinkSync(`../${installed}`, own)
const isOwn = existsSync(own) // pinned by the lockfile, so its version is known
if (!isOwn && Number(process.versions.node.split('.')[0]) < 24) {
  stop(
    `Quad needs Node 24. It brings its own on Linux (x64, arm64); here please install it. Found: ${process.version}.`,
  )
}
if (process.argv.includes('--build')) run(isOwn ? own : process.execPath, ['tools/build.ts', '--if-stale'])
