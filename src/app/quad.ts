// Commands for the operator: `npm run quad -- grant ada@northfield.example admin`.
import { sql } from 'kysely'
import { openAnonymity } from '../shared/server/anonymity.ts'
import type { Config } from '../shared/server/config.ts'
import type { Db } from '../shared/server/db.ts'
import { inTransaction } from '../shared/server/db.ts'
import { migrate } from '../shared/server/migrate.ts'
import { openStorage } from '../shared/server/storage/open.ts'
import { hangPictures } from './demo/picture-rows.ts'
import { seedDemo } from './demo/seed.ts'
import { configOrExit, exitWith, openDatabase } from './open.ts'
import { recount } from './recount.ts'

const usage = `Commands:
  grant E-MAIL ROLE     makes a person 'admin' of their school or 'site_admin'
  take E-MAIL           makes them a student again
  bind DOMAIN TENANT    trusts a Microsoft tenant for the e-mail addresses of a school
  recount [--mend]      compares every kept count with what it counts; --mend writes what is right
  demo:reset            empties the demo's database and builds the campus anew (stop the server first)`

const [command = '', ...words] = process.argv.slice(2)
const commands: Record<string, (db: Db, secretKey: string, config: Config) => Promise<string>> = {
  grant: (db) => changeRole(db, words[0], words[1]),
  take: (db) => changeRole(db, words[0], 'student'),
  bind: (db) => bind(db, words[0], words[1]),
  recount: (db) => tellRecount(db, words[0] === '--mend'),
  'demo:reset': resetDemo,
}

const run = commands[command]
if (!run) {
  console.log(usage)
  process.exit(command === '' || command === 'help' ? 0 : 64)
}
const config = configOrExit()
const opened = await openDatabase(config, { beside: command !== 'demo:reset' }).catch(exitWith)
try {
  console.log(await run(opened.db, opened.secretKey, config))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await opened.close()
}

async function changeRole(db: Db, email = '', role = ''): Promise<string> {
  if (!['student', 'admin', 'site_admin'].includes(role)) throw new Error(usage)
  return inTransaction(db, async (trx) => {
    const people = await trx
      .selectFrom('users')
      .where('email', '=', email.toLowerCase())
      .select(['school_id', 'id', 'role'])
      .forUpdate()
      .execute()
    const [person] = people
    if (!person) throw new Error(`Nobody here has the e-mail address ${email}. They have to sign in once first.`)
    if (person.role === 'site_admin' && role !== 'site_admin') await keepOneSiteAdmin(trx, person.id)
    await trx
      .updateTable('users')
      .set({ role })
      .where('school_id', '=', person.school_id)
      .where('id', '=', person.id)
      .execute()
    await trx
      .insertInto('audit_log')
      .values({
        school_id: person.school_id,
        actor_name: 'command line',
        action: role === 'student' ? 'take' : 'grant',
        target_type: 'user',
        target_id: person.id,
        detail: { from: person.role, to: role },
      })
      .execute()
    return `${email} is now ${role}.`
  })
}

async function tellRecount(db: Db, mend: boolean): Promise<string> {
  const found = await recount(db, { mend })
  const lines = found.map(({ what, rows }) => `${what}: ${rows} ${mend ? 'mended' : 'wrong'}`)
  if (found.length > 0 && !mend) process.exitCode = 1
  return [...lines, `${found.reduce((sum, { rows }) => sum + rows, 0)} differences`].join('\n')
}

async function keepOneSiteAdmin(trx: Db, id: string) {
  const other = await trx
    .selectFrom('users')
    .where('role', '=', 'site_admin')
    .where('id', '<>', id)
    .select('id')
    .forUpdate()
    .limit(1)
    .executeTakeFirst()
  if (!other) throw new Error('This is the last site administrator; grant another one first.')
}

async function bind(db: Db, domain = '', tenant = ''): Promise<string> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(tenant))
    throw new Error('A Microsoft tenant is an id like 11111111-2222-3333-4444-555555555555.')
  return inTransaction(db, async (trx) => {
    const school = await trx
      .updateTable('schools')
      .set({ microsoft_tenant: tenant.toLowerCase() })
      .where('email_domain', '=', domain.toLowerCase())
      .returning(['id', 'name'])
      .executeTakeFirst()
    if (!school) throw new Error(`No school has the domain ${domain}.`)
    await trx
      .insertInto('audit_log')
      .values({
        school_id: school.id,
        actor_name: 'command line',
        action: 'bind',
        target_type: 'school',
        target_id: school.id,
        detail: { tenant },
      })
      .execute()
    return `${school.name} trusts the Microsoft tenant ${tenant}.`
  })
}

async function resetDemo(db: Db, secretKey: string, config: Config): Promise<string> {
  if (!config.demo) throw new Error('Only the demo can be reset; this is no demo.')
  await sql`drop schema public cascade`.execute(db)
  await sql`drop schema if exists graphile_worker cascade`.execute(db)
  const storage = await openStorage(config)
  await storage.clear()
  await sql`create schema public`.execute(db)
  await migrate(db)
  await seedDemo(db, openAnonymity(secretKey))
  await hangPictures(db, storage)
  return 'The demo campus is new.'
}
