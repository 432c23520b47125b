// Adds to package-lock.json the optional packages of other platforms that npm omitted, so that `npm ci` accepts the
// lockfile everywhere. npm drops an entry when the configured registry does not carry that platform's package; a
// package excluded by os, cpu or libc is never fetched, so its entry needs no integrity hash.
import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8'))
const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = {
  x64: 'x64',
  arm64: 'arm64',
  arm: 'arm',
  ia32: 'ia32',
  riscv64: 'riscv64',
  s390x: 's390x',
  ppc64: 'ppc64',
  loong64: 'loong64',
  mips64el: 'mips64el',
  wasm32: 'wasm32',
}

let added = 0
for (const [parent, entry] of Object.entries({ ...lock.packages })) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    const alias = /^npm:(.+)@([^@]+)$/.exec(range) // the package under another name
    const version = (alias?.[2] ?? range).replace(/^[\^~]/, '')
    const beside = `${parent.slice(0, parent.lastIndexOf('node_modules/'))}node_modules/${name}`
    if ([beside, `node_modules/${name}`].some((place) => lock.packages[place]?.version === version)) continue
    const place = lock.packages[`node_modules/${name}`] ? beside : `node_modules/${name}`
    if (lock.packages[place]) continue
    const words = name.split(/[/-]/)
    const os = words.find((word) => systems.includes(word))
    const cpu = words.map((word) => (word === 'armv7' ? 'arm' : word)).find((word) => word in processors)
    if (!os && cpu !== 'wasm32') continue
    const libc = words.find(
      (word) => word === 'musl' || word === 'gnu' || word === 'gnueabihf' || word === 'musleabihf',
    )
    lock.packages[place] = {
      ...(alias ? { name: alias[1] } : {}),
      version,
      ...(cpu ? { cpu: [processors[cpu]] } : {}),
      ...(entry.dev ? { dev: true } : {}),
      ...(libc ? { libc: [libc.startsWith('musl') ? 'musl' : 'glibc'] } : {}),
      optional: true,
      ...(os ? { os: [os] } : {}),
    }
    added++
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`package-lock.json: ${added} entries added for other platforms`)
