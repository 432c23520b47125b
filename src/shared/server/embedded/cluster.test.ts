import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { careless, startCluster } from './cluster.ts'

test('a lock that names a process which is now somebody else’s keeps nobody out', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quad-lock-'))
  chmodSync(folder, 0o755)
  const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {} // as PostgreSQL itself
  const other = spawn('sleep', ['60'], { ...account, stdio: 'ignore' })
  try {
    await (await startCluster(folder, { settings: careless })).stop()
    const lines = [other.pid, join(folder, 'postgres'), 1_700_000_000, 5432, join(folder, 'postgres'), '', '   1 2', '']
    writeFileSync(join(folder, 'postgres/postmaster.pid'), lines.join('\n'), { mode: 0o644 })
    const again = await startCluster(folder, { settings: careless })
    expect(again.connection.user).toBe('quad')
    await again.stop()
  } finally {
    other.kill()
    rmSync(folder, { recursive: true, force: true })
  }
})
