// Every read of an administrator that has personal data leaves a line in the audit log before its reply.
import { expect, test } from 'vitest'
import { allRoutes } from '../src/app/contract.ts'
import type { Route } from '../src/shared/contract.ts'
import { as } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { makeUser, type TestUser } from '../src/testing/factories/users.ts'
import { samples } from '../src/testing/samples/all.ts'

const { app, school } = await campus({ people: { dean: { role: 'admin' } } })

const reads = allRoutes.filter(
  ({ route }) => route.method === 'GET' && ['admin', 'site_admin', 'custodian'].includes(route.access ?? ''),
)

/** Reads without a line, and what they have. */
const unlogged: Readonly<Record<string, string>> = {
  'schools.listAll': 'schools',
  'schools.manage': 'schools',
  'schools.anonymity': 'a setting of a school, and which administrators changed it',
  'duty.show': 'which moderators are on duty',
  'appeals.due': 'deadlines of appeals, which name no one',
  'templates.list': 'texts of the school',
  'blocklist.list': 'fingerprints without a user',
  'seals.openings': 'numbers of each administrator, for the other administrators',
  'rules.list': 'texts of the school',
  'ads.manage': 'ads',
  'ads.analytics': 'numbers of an ad',
  'admin.stats': 'numbers',
  'admin.analytics': 'numbers',
}

const countLines = async ({ id }: TestUser) =>
  (await app.db.selectFrom('audit_log').where('actor_id', '=', id).select('id').execute()).length

test('the reads without an audit line are those without personal data of members', () => {
  const names = new Set(reads.map(({ name }) => name))
  expect(Object.keys(unlogged).filter((name) => !names.has(name))).toEqual([])
  expect(reads.length).toBeGreaterThan(25)
})

test.each(reads)('$name leaves an audit line, or has no personal data', async ({ name, route }) => {
  const isOfSite = route.access === 'site_admin' || name.startsWith('ads.')
  const reader = await makeUser(app, { school, role: isOfSite ? 'site_admin' : 'admin' })
  const sample = (await samples[name]?.(app, reader)) ?? {}
  const before = await countLines(reader)
  const { status } = (await as(app, reader)(route as Route, sample as object)) as { status: number }
  expect(status).toBe(200)
  expect((await countLines(reader)) > before, 'an audit line').toBe(!(name in unlogged))
})
