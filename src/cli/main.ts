// Commands for the operator: `npm run quad -- grant ada@northfield.example admin`.
import { constants, setPriority } from 'node:os'
import { sql } from 'kysely'
import { addBuiltPictures } from '../../demo/picture-rows.ts'
import { seedDemo } from '../../demo/seed.ts'
import { type DatabaseHandle, openConfiguredKeys, openDatabase } from '../app/bootstrap.ts'
import { configOrExit, exitWith, exitWithParent } from '../app/exits.ts'
import { findSecretKeys } from '../app/secret-keys.ts'
import { verifyAuditLog } from '../features/admin/server/audit-chain.ts'
import { changeRole } from '../features/session/server/role-actions.ts'
import type { Config } from '../shared/server/config.ts'
import { migrate } from '../shared/server/db/migrate.ts'
import type { Db } from '../shared/server/db/pools.ts'
import { resolveClusterPaths } from '../shared/server/embedded-postgres/paths.ts'
import { verifyOpenings } from '../shared/server/keys/opening-log.ts'
import { openStorage } from '../shared/server/storage/open.ts'
import { type BackupManifest, backup } from './backup.ts'
import { backUpBase } from './base-backup.ts'
import { backUpDaily, proveBackup } from './daily-backup.ts'
import { runChecks } from './doctor.ts'
import { moveSchool } from './move-school.ts'
import { recount } from './recount.ts'
import { recover } from './recover.ts'
import { restore } from './restore.ts'
import { rotateKeys } from './rotate-keys.ts'
import { addSchool, bindTenant } from './schools.ts'
import { settleOwn } from './settle.ts'

const usage = `Commands:
  grant EMAIL ROLE      makes a user 'admin' of their school or 'site_admin'
  revoke EMAIL          makes them a student again; SITE_ADMINS does not restore the role (also: take)
  school:add DOMAIN NAME COUNTRY TIMEZONE
                        adds a school; no user can sign in without one (also: school). For example:
                        school:add quad.edu 'Quad University' Canada America/Toronto
  school:move SCHOOL --to CELL [--abort]
                        moves a school, by its email domain or id, to the cell at MOVE_TO_DATABASE_URL while it is used; run it again
                        after an interruption; --abort undoes a move that has not switched yet
  tenant:bind DOMAIN TENANT
                        trusts a Microsoft tenant for the email addresses of a school (also: bind)
  doctor [--fix]        checks everything that Quad depends on and says what to do; --fix closes the data folder to other
                        accounts and removes unencrypted personal exports
  backup FILE           writes the database and all files into one archive while the servers run
  backup:daily          takes one into BACKUP_DIR, restores it on trial into a scratch database, checks those from before and
                        removes the oldest; servers with BACKUP_DIR run this every day at BACKUP_TIME
  backup:prove FILE     restores an archive on trial into a scratch database and compares every row
  backup:base           copies the embedded database into BACKUP_DIR for recover, and removes the copies and the log of before
                        RECOVERY_DAYS; backup:daily does it too
  recover [--to TIME]   brings the embedded database back to a time like 2026-11-26T14:05:00Z, by default to the end of the archived
                        log; the former data folder is kept (stop the server first)
  recover:settle        after a recovery of your own PostgreSQL: ends all sessions, and sends no email, push or job a second time
                        (stop the servers first)
  restore FILE          restores such an archive into an empty database (stop the servers first)
  recount [--fix]       compares every stored count with the rows it counts; --fix corrects the counts (also: --mend)
  audit:verify [HEAD]   verifies the seals of the audit log; with the HEAD of an earlier run, also that no line was cut off
  openings:verify FILE  verifies the log of the key process, and prints the number of openings in it
  rotate-keys [--reseal]
                        seals everything again with SECRET_KEY while servers run with both keys; SECRET_KEY_OLD is not needed
                        afterwards; --reseal also replaces the keys of months, after a theft
  demo:reset            deletes the demo's data and creates the demo again (stop the server first)`

type Command = {
  /** Runs beside a server and shares its embedded PostgreSQL. */
  readonly attach: boolean
  /** Leaves the schema as it is. */
  readonly skipMigrations?: boolean
  run(opened: DatabaseHandle, config: Config): Promise<string>
}

exitWithParent()
const [command = '', ...words] = process.argv.slice(2)
const commands: Record<string, Command> = {
  grant: { attach: true, run: ({ db }, config) => printRole(db, config, words[0], words[1]) },
  revoke: { attach: true, run: ({ db }, config) => printRole(db, config, words[0], 'student') },
  'school:add': { attach: true, run: ({ db }) => addSchool(db, words) },
  'school:move': {
    attach: true,
    skipMigrations: true,
    run: (opened, config) => moveSchool(opened, config, words, { say: console.log }),
  },
  'tenant:bind': { attach: true, run: ({ db }) => bindTenant(db, words[0], words[1]) },
  doctor: {
    attach: true,
    skipMigrations: true,
    run: ({ db }, config) => printChecks(db, config, words.includes('--fix')),
  },
  backup: { attach: true, skipMigrations: true, run: (opened, config) => createBackup(opened, config, words[0]) },
  'backup:daily': { attach: true, skipMigrations: true, run: takeDailyBackup },
  'backup:base': { attach: true, skipMigrations: true, run: takeBaseBackup },
  'backup:prove': { attach: true, skipMigrations: true, run: (opened, config) => printProof(opened, config, words[0]) },
  'recover:settle': { attach: false, skipMigrations: true, run: ({ db }) => printSettled(db) },
  restore: { attach: false, run: (opened, config) => restoreBackup(opened, config, words[0]) },
  recount: { attach: true, run: ({ db }) => printRecount(db, words[0] === '--fix' || words[0] === '--mend') },
  'audit:verify': { attach: true, run: (opened) => printAuditVerification(opened, words[0]) },
  'rotate-keys': { attach: true, run: rotateSecretKeys },
  'demo:reset': { attach: false, run: resetDemo },
}

/** Former names, still supported. */
const aliases: Readonly<Record<string, string>> = { take: 'revoke', school: 'school:add', bind: 'tenant:bind' }

if (command === 'recover') {
  try {
    console.log(await recoverDatabase(configOrExit()))
    process.exit(0)
  } catch (error) {
    exitWith(error)
  }
}
if (command === 'openings:verify') {
  try {
    console.log(printOpenings(configOrExit(), words[0]))
    process.exit()
  } catch (error) {
    exitWith(error)
  }
}
const chosen = commands[aliases[command] ?? command]
if (!chosen) {
  console.log(usage)
  process.exit(command === '' || command === 'help' ? 0 : 64)
}
const config = configOrExit()
// Commands copy, lock and set what a pooler would not keep for them, and read what is current.
const opened = await openDatabase({ ...config, pooler: undefined, replica: undefined }, chosen).catch(exitWith)
try {
  console.log(await chosen.run(opened, config))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await opened.close()
}

async function printChecks(db: Db, config: Config, fix: boolean): Promise<string> {
  const findings = await runChecks(config, db, { fix })
  if (findings.some(({ isPassed }) => !isPassed)) process.exitCode = 1
  return findings
    .map(({ check, isPassed, message }) => `${isPassed ? 'ok  ' : 'FAIL'}  ${check}: ${message}`)
    .join('\n')
}

async function createBackup({ connection, keys }: DatabaseHandle, config: Config, target = ''): Promise<string> {
  if (!target) throw new Error(usage)
  const began = Date.now()
  const { manifest, missing } = await backup(
    { connection, keys: keys.archive, storage: await openStorage(config) },
    target,
  )
  if (missing.length > 0) process.exitCode = 1
  return `${target} holds ${formatContents(manifest)}, as of ${manifest.at}, after ${secondsSince(began)} s.${
    missing.length > 0 ? `\nFiles in the database that are missing from storage: ${missing.join(', ')}` : ''
  }`
}

async function takeDailyBackup(opened: DatabaseHandle, config: Config): Promise<string> {
  if (!config.backups) throw new Error('Set BACKUP_DIR to the folder for the backups.')
  const began = Date.now()
  const daily = await backUpDaily(
    { db: opened.db, connection: opened.connection, keys: opened.keys.archive, storage: await openStorage(config) },
    config.backups,
  )
  const { taken, removed } = daily
  const problems = [...daily.problems]
  if (config.backups.recoveryDays !== undefined)
    problems.push(...(await backUpBase(toBaseSource(opened, config), toBaseTarget(config))))
  if (problems.length > 0) process.exitCode = 2 // another attempt would find the same
  return [
    `${taken} was taken and ${problems.length > 0 ? 'checked' : 'proved'} in ${secondsSince(began)} s.`,
    ...removed.map((name) => `${name} was removed.`),
    ...problems,
  ].join('\n')
}

function toBaseSource({ connection, keys }: DatabaseHandle, { dataDir }: Config) {
  return { place: resolveClusterPaths(dataDir), connection, keys: keys.archive }
}

function toBaseTarget({ backups }: Config) {
  if (backups?.recoveryDays === undefined) throw new Error('Set BACKUP_DIR and RECOVERY_DAYS.')
  return { folder: backups.folder, days: backups.recoveryDays }
}

async function takeBaseBackup(opened: DatabaseHandle, config: Config): Promise<string> {
  const began = Date.now()
  const problems = await backUpBase(toBaseSource(opened, config), toBaseTarget(config))
  if (problems.length > 0) process.exitCode = 2
  return [`The database was copied in ${secondsSince(began)} s.`, ...problems].join('\n')
}

/** Before the database is opened: there may be none. */
async function recoverDatabase(config: Config): Promise<string> {
  const { folder } = toBaseTarget(config)
  const to = words[0] === '--to' ? parseTime(words[1]) : undefined
  if (words.length > 0 && to === undefined) throw new Error(usage)
  const began = Date.now()
  const place = resolveClusterPaths(config.dataDir)
  const keys = (await openConfiguredKeys(config)).archive
  const { recoveredTo, isShort, keptAs } = await recover({ place, folder, keys }, to, console.log)
  return [
    `Recovered in ${secondsSince(began)} s. The newest change is from ${recoveredTo?.toISOString() ?? 'the base backup'}.`,
    ...(isShort ? ['The archive ends before this time: what was written afterwards is not there.'] : []),
    ...(keptAs ? [`The former data folder is ${keptAs}. Remove it when you do not need it any more.`] : []),
    'All users must sign in again. What was deleted after that time is there again: see docs/operations.md.',
  ].join('\n')
}

/** With a zone: an hour more or less must not depend on the machine. */
function parseTime(text = ''): Date {
  const at = new Date(text)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(at.getTime()))
    throw new Error('Give the time with its zone, like 2026-11-26T14:05:00Z or 2026-11-26T15:05:00+01:00.')
  if (at.getTime() > Date.now()) throw new Error('This time is in the future.')
  return at
}

async function printSettled(db: Db): Promise<string> {
  const at = await settleOwn(db)
  return `The newest change is from ${at?.toISOString() ?? 'the backup'}. All users must sign in again. What was deleted after that time is there again: see docs/operations.md.`
}

async function printProof({ connection, keys }: DatabaseHandle, config: Config, file = ''): Promise<string> {
  if (!file) throw new Error(usage)
  const began = Date.now()
  const problems = await proveBackup({ connection, keys: keys.archive, storage: await openStorage(config) }, file)
  if (problems.length > 0) process.exitCode = 1
  return problems.length > 0
    ? problems.join('\n')
    : `${file} is complete: restored on trial in ${secondsSince(began)} s.`
}

async function restoreBackup({ db, connection, keys }: DatabaseHandle, config: Config, source = ''): Promise<string> {
  if (!source) throw new Error(usage)
  const began = Date.now()
  const manifest = await restore({ db, connection, keys: keys.archive, storage: await openStorage(config) }, source)
  return `Restored ${formatContents(manifest)}, as of ${manifest.at}, in ${secondsSince(began)} s. All users must sign in again.`
}

function formatContents({ tables, files }: BackupManifest): string {
  return `${tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${tables.length} tables and ${files} files`
}

function secondsSince(began: number): string {
  return ((Date.now() - began) / 1000).toFixed(1)
}

async function printRole(db: Db, config: Config, email = '', role = ''): Promise<string> {
  if (role !== 'student' && role !== 'admin' && role !== 'site_admin') throw new Error(usage)
  await changeRole(db, config, email, role)
  return `${email} is now ${role}.`
}

async function printRecount(db: Db, fix: boolean): Promise<string> {
  const found = await recount(db, { fix })
  const lines = found.map(({ what, rows }) => `${what}: ${rows} ${fix ? 'fixed' : 'wrong'}`)
  if (found.length > 0 && !fix) process.exitCode = 1
  return [...lines, `${found.reduce((sum, { rows }) => sum + rows, 0)} differences`].join('\n')
}

async function printAuditVerification({ db, keys }: DatabaseHandle, kept?: string): Promise<string> {
  const { wrong, head, sealed, waiting } = await verifyAuditLog(db, keys.anonymity, kept)
  if (wrong.length > 0) process.exitCode = 1
  const hint =
    sealed > 1 && wrong.length >= sealed
      ? 'Every line fails: check that SECRET_KEY is the key that this database was written with.'
      : 'The log was changed outside Quad. Compare the listed lines with an earlier backup.'
  return [
    ...wrong,
    `${sealed} lines are sealed, ${waiting} wait for their seal, ${wrong.length === 1 ? '1 thing is' : `${wrong.length} things are`} wrong.`,
    ...(wrong.length > 0 ? [hint] : []),
    `Store this outside the server and pass it to the next audit:verify: ${head}`,
  ].join('\n')
}

/** Without a database. */
function printOpenings(config: Config, file = ''): string {
  if (!file) throw new Error(usage)
  const { wrong, count } = verifyOpenings(file, findSecretKeys(config)[0])
  if (wrong.length > 0) process.exitCode = 1
  return [...wrong, `${count} openings. Keep this number: a later log never has fewer.`].join('\n')
}

async function resetDemo({ db, keys }: DatabaseHandle, config: Config): Promise<string> {
  if (!config.demo) throw new Error('Only the demo can be reset, and demo mode is off.')
  await sql`drop schema public cascade`.execute(db)
  await sql`drop schema if exists graphile_worker cascade`.execute(db)
  const storage = await openStorage(config)
  await storage.clear()
  await sql`create schema public`.execute(db)
  await migrate(db)
  await seedDemo(db, keys.anonymity)
  await addBuiltPictures(db, storage)
  return 'The demo campus was reset.'
}

async function rotateSecretKeys({ db }: DatabaseHandle, config: Config): Promise<string> {
  const reseal = words.includes('--reseal')
  const [newest, ...older] = findSecretKeys(config)
  if (older.length === 0)
    throw new Error('Put the new key into SECRET_KEY and the former one into SECRET_KEY_OLD, then run this again.')
  setPriority(constants.priority.PRIORITY_LOW) // servers run beside it
  return `Sealed again: ${await rotateKeys(db, newest, older, { reseal })}. Remove SECRET_KEY_OLD.`
}
