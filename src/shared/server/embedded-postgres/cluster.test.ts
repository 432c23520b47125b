import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { attachToCluster, startCluster, unsafeTestSettings } from './cluster.ts'

test('starts although the lock file names a process that is not PostgreSQL', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quad-lock-'))
  chmodSync(folder, 0o755)
  const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {} // the account that PostgreSQL runs as
  const other = spawn('sleep', ['60'], { ...account, stdio: 'ignore' })
  try {
    await (await startCluster(folder, { settings: unsafeTestSettings })).stop()
    const lines = [other.pid, join(folder, 'postgres'), 1_700_000_000, 5432, join(folder, 'postgres'), '', '   1 2', '']
    writeFileSync(join(folder, 'postgres/postmaster.pid'), lines.join('\n'), { mode: 0o644 })
    const again = await startCluster(folder, { settings: unsafeTestSettings })
    expect(again.connection.user).toBe('quad')
    await again.stop()
  } finally {
    other.kill()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** The response of PostgreSQL to a connection as `quad` from a process of this account. */
function connectAs(socket: string, uid: number | undefined) {
  const script = `const { connect } = require('node:net')
    const body = Buffer.concat([Buffer.from([0, 3, 0, 0]), Buffer.from('user\\0quad\\0database\\0postgres\\0\\0')])
    const length = Buffer.alloc(4); length.writeInt32BE(body.length + 4)
    connect(process.argv[1]).on('data', (reply) => { console.log(reply.toString('latin1')); process.exit() })
      .on('error', (error) => { console.log(error.code); process.exit() }).write(Buffer.concat([length, body]))`
  const account = uid === undefined ? {} : { uid, gid: uid }
  return spawnSync(process.execPath, ['-e', script, join(socket, '.s.PGSQL.5432')], {
    cwd: '/',
    encoding: 'utf8',
    ...account,
  })
}
const authenticationOk = 'R\0\0\0\x08\0\0\0\0'
const isRoot = process.getuid?.() === 0
const trust = 'local all all trust\n'
const readAccessRules = (folder: string) => readFileSync(join(folder, 'postgres/pg_hba.conf'), 'utf8')

test('authenticates clients by their account, also in a cluster of an older version', {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quad-peer-'))
  chmodSync(folder, 0o755)
  try {
    const first = await startCluster(folder, { settings: unsafeTestSettings })
    expect(readAccessRules(folder)).toMatch(/^#.*\nlocal all quad peer map=quad\n$/)
    expect(connectAs(first.connection.host, undefined).stdout).toContain(authenticationOk)
    if (isRoot) {
      const refused = connectAs(first.connection.host, 65534)
      if (refused.status === 0) expect(refused.stdout).toContain('Peer authentication failed')
    }
    // As an older version left it while running: a command that runs beside the server corrects it.
    writeFileSync(join(folder, 'postgres/pg_hba.conf'), trust)
    await (await attachToCluster(folder)).stop()
    expect(readAccessRules(folder)).not.toContain('trust')
    if (isRoot) {
      const reloaded = () => connectAs(first.connection.host, 65534)
      if (reloaded().status === 0) await expect.poll(() => reloaded().stdout).toContain('Peer authentication failed')
    }
    await first.stop()
    writeFileSync(join(folder, 'postgres/pg_hba.conf'), trust)
    writeFileSync(join(folder, 'postgres.log'), 'before', { mode: 0o644 })
    const again = await startCluster(folder, { settings: unsafeTestSettings })
    expect(readAccessRules(folder)).not.toContain('trust')
    expect(statSync(join(folder, 'postgres.log')).mode & 0o777).toBe(0o600)
    await again.stop()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('restricts a new data folder to its account, and reopens an old one after it was closed to others', {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quad-modes-'))
  chmodSync(folder, 0o755)
  try {
    const fresh = join(folder, 'new')
    await (await startCluster(fresh, { settings: unsafeTestSettings })).stop()
    expect(statSync(fresh).mode & 0o777).toBe(0o700)
    expect(existsSync(join(fresh, 'postgres/PG_VERSION'))).toBe(true)

    const old = join(folder, 'old')
    mkdirSync(old, { mode: 0o755 })
    const before = await startCluster(old, { settings: unsafeTestSettings })
    const client = new pg.Client({ ...before.connection, database: 'postgres' })
    await client.connect()
    await client.query('create table kept (value text)')
    await client.end()
    await before.stop()
    chmodSync(old, 0o700) // by an operator, or quad doctor --fix
    const after = await startCluster(old, { settings: unsafeTestSettings })
    const again = new pg.Client({ ...after.connection, database: 'postgres' })
    await again.connect()
    expect((await again.query('select * from kept')).rows).toEqual([])
    await again.end()
    await after.stop()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
