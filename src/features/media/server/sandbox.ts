// Decoders parse untrusted bytes in native code. The sandbox keeps secrets and the network out of reach of a
// compromised one.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdir, realpath, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { decodersPath } from '../../../shared/server/storage/temp-folders.ts'
import type { Attempts, ProbeTargets } from './sandbox-probe.ts'

/** A way to start a program. The program can write only to its working folder. */
export type Sandbox = {
  readonly name: string
  /** The account that must own the folder and its files. Undefined for the server's own account. */
  readonly uid: number | undefined
  start(program: string, folder: string, options?: { nativeOnly: boolean }): ChildProcess
}

/** The strongest sandbox of this machine, and what the probe could reach inside it. */
export type Protection = { readonly sandbox: Sandbox; readonly reached: Attempts }

const newExchange = (dataDir: string) => join(resolve(decodersPath(dataDir)), randomBytes(12).toString('base64url'))

/** An account without privileges on any Unix. */
const nobody = 65_534
const probeTimeoutMs = 20_000
/** JavaScript heap in megabytes; writable memory and the largest file in bytes. */
const limits = { heap: 96, data: 1024 ** 3, fileSize: 100 * 1024 ** 2 }

/** Makes glibc return the memory of an image before the next one: 117 MB remain instead of up to 230. */
const malloc = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }

const prlimit = '/usr/bin/prlimit'
const unshare = ['/usr/bin/unshare', '--net', '--ipc', '--pid', '--fork', '--kill-child']
/** Node's permission flags do not work here: they resolve the working folder, whose parents this account cannot enter. */
const ownAccount = [
  '/usr/bin/setpriv',
  ...[`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--no-new-privs'],
  ...['--inh-caps=-all', '--bounding-set=-all'],
]
const userNamespace = ['--user', '--map-current-user']

/** Adds Node's permission flags where they work. They restrict JavaScript only, not native code. */
function nodeCommand(program: string, folder: string, nativeOnly = false): string[] {
  const reads = [modules, program, ...neighbours, manifest, folder].map((path) => `--allow-fs-read=${path}`)
  return [
    process.execPath,
    `--max-old-space-size=${limits.heap}`,
    '--expose-gc',
    '--disable-warning=ExperimentalWarning',
    ...(nativeOnly ? [] : ['--permission', '--allow-addons', ...reads, `--allow-fs-write=${folder}`]),
    program,
  ]
}

/** `node_modules` with the decoder's packages. */
const modules = modulesFolder(fileURLToPath(import.meta.resolve('sharp')))
const neighbours = [
  'fingerprints.ts',
  'mp4-atoms.ts',
  'voice-mp4.ts',
  'voice-mp4-writer.ts',
  'voice-note.ts',
  'voice-webm.ts',
].map((name) => join(import.meta.dirname, name))
/** Declares the source files as ECMAScript modules. */
const manifest = resolve(import.meta.dirname, '../../../../package.json')
const systemLibraries = ['/lib', '/lib32', '/lib64', '/usr/lib', '/usr/lib64', '/etc/ld.so.cache', '/nix/store']

function modulesFolder(path: string): string {
  const mark = `${sep}node_modules${sep}`
  return path.slice(0, path.indexOf(mark) + mark.length - 1)
}

/** No /proc, /sys, /dev or data folder: only the paths listed here exist inside. */
function bubblewrap(program: string, folder: string, nativeOnly: boolean): string[] {
  const inside = '/exchange'
  const binds = [...systemLibraries, process.execPath, modules, manifest, program, ...neighbours]
  return [
    ...['/usr/bin/bwrap', '--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
    ...binds.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--bind', folder, inside, '--chdir', inside, '--'],
    ...nodeCommand(program, inside, nativeOnly),
  ]
}

/** Strongest first. */
const sandboxes: readonly Sandbox[] = [
  createSandbox('bubblewrap', bubblewrap),
  ...(process.getuid?.() === 0
    ? [
        createSandbox(
          'namespaces and an account of its own',
          (program, folder) => [...unshare, ...ownAccount, ...nodeCommand(program, folder, true)],
          nobody,
        ),
        createSandbox(
          'an account of its own',
          (program, folder) => [...ownAccount, ...nodeCommand(program, folder, true)],
          nobody,
        ),
      ]
    : []),
  createSandbox('namespaces', (...node) => [...unshare, ...userNamespace, ...nodeCommand(...node)]),
  createSandbox('permissions of Node', nodeCommand),
]

/** A separate process with an empty environment and no other protection. */
export const unprotected = createSandbox('none', (program, folder) => nodeCommand(program, folder, true))

type Command = (program: string, folder: string, nativeOnly: boolean) => string[]

function createSandbox(name: string, command: Command, uid?: number): Sandbox {
  return {
    name,
    uid,
    start(program, folder, { nativeOnly } = { nativeOnly: false }) {
      const limit = existsSync(prlimit) ? [prlimit, `--data=${limits.data}`, `--fsize=${limits.fileSize}`] : []
      const [file = '', ...args] = [...limit, ...command(program, folder, nativeOnly)]
      // In a group of its own, so that `killSandboxed` also reaches what a wrapper started.
      return spawn(file, args, {
        cwd: folder,
        env: malloc,
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        detached: true,
      })
    },
  }
}

/**
 * Kills a program with the wrappers that started it. `--kill-child` of unshare does not reach a program that has changed its
 * account since.
 */
export function killSandboxed(child: ChildProcess): void {
  if (child.connected) child.disconnect() // the channel would keep this process alive
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch {} // it has ended
}

/**
 * Creates the folder of one process. As the working folder, it is accessible to another account without access to its
 * parents.
 */
export async function openExchange(dataDir: string, { uid }: Sandbox): Promise<string> {
  const folder = newExchange(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (uid !== undefined) await chown(folder, uid, uid)
  return realpath(folder)
}

const known = new Map<string, Promise<Protection>>()

/** Finds the strongest sandbox in which a decoder works. Cached per process and folder of data folders. */
export function findProtection(dataDir: string): Promise<Protection> {
  const parent = dirname(resolve(dataDir)) // the probed file is in a folder of its own, so only the path to it matters
  const found = known.get(parent) ?? chooseSandbox(dataDir)
  known.set(parent, found)
  return found
}

async function chooseSandbox(dataDir: string): Promise<Protection> {
  let best: Protection = { sandbox: unprotected, reached: { environment: true, files: true, network: true } }
  for (const candidate of sandboxes) {
    const reached = await probeSandbox(dataDir, candidate).catch(() => undefined)
    if (!reached) continue
    if (countReached(reached) < countReached(best.reached) || best.sandbox === unprotected)
      best = { sandbox: candidate, reached }
    if (countReached(reached) === 0) break
  }
  return best
}

const countReached = (reached: Attempts) => Object.values(reached).filter(Boolean).length

/**
 * Runs a program that acts like a compromised decoder and tries to reach this process's environment, a file of the data
 * folder and a local port. Throws when a decoder cannot work in the sandbox.
 */
export async function probeSandbox(dataDir: string, candidate: Sandbox): Promise<Attempts> {
  const secretPath = `${newExchange(dataDir)}.secret`
  const server = createServer((socket) => socket.destroy())
  try {
    await mkdir(dirname(secretPath), { recursive: true, mode: 0o700 })
    await writeFile(secretPath, 'secret', { mode: 0o600 })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const targets: ProbeTargets = { pid: process.pid, secretPath, port: (server.address() as AddressInfo).port }
    // Compromised native code bypasses Node's permissions, and a decoder must work within them.
    const [reached] = await Promise.all([
      runProbe(dataDir, candidate, targets, true),
      runProbe(dataDir, candidate, targets, false),
    ])
    return reached
  } finally {
    server.close()
    await rm(secretPath, { force: true })
  }
}

async function runProbe(
  dataDir: string,
  candidate: Sandbox,
  targets: ProbeTargets,
  nativeOnly: boolean,
): Promise<Attempts> {
  const folder = await openExchange(dataDir, candidate)
  const child = candidate.start(join(import.meta.dirname, 'sandbox-probe.ts'), folder, { nativeOnly })
  const { promise, resolve, reject } = Promise.withResolvers<Attempts>()
  const late = setTimeout(() => reject(new Error('The sandbox did not answer.')), probeTimeoutMs)
  child.on('message', (attempts: Attempts) => resolve(attempts))
  child.on('error', reject)
  child.on('exit', () => reject(new Error('A decoder does not start in this sandbox.')))
  child.send(targets, (error) => error && reject(error))
  try {
    return await promise
  } finally {
    clearTimeout(late)
    killSandboxed(child)
    await rm(folder, { recursive: true, force: true })
  }
}

/** Describes for operators which protections are active and how to get the missing ones. */
export function describeProtection({ sandbox: { name }, reached }: Protection): { fine: boolean; says: string } {
  const what = { environment: "the server's environment", files: 'its files', network: 'the network' }
  const kinds = Object.keys(what) as (keyof Attempts)[]
  const list = (isReached: boolean) =>
    kinds
      .filter((kind) => reached[kind] === isReached)
      .map((kind) => what[kind])
      .join(', ')
  if (countReached(reached) === 0) return { fine: true, says: `run without access to ${list(false)} (${name})` }
  const held = list(false)
  return {
    fine: false,
    says: `They can reach ${list(true)}${held && `, but not ${held}`} (protection: ${name}). Install bubblewrap, and allow this account user namespaces (sysctl kernel.unprivileged_userns_clone=1, kernel.apparmor_restrict_unprivileged_userns=0, or an AppArmor profile for bwrap).`,
  }
}
