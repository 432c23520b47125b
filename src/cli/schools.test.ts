import { expect, test } from 'vitest'
import { findSchoolByEmail } from '../features/schools/server/queries.ts'
import { openTestApp } from '../testing/app.ts'
import { runChecks } from './doctor.ts'
import { addSchool, bindTenant } from './schools.ts'

const app = await openTestApp()

const schoolsFound = async () => (await runChecks(app.config, app.db)).find(({ check }) => check === 'Schools')

test('the doctor reports a missing school, and the first one can be added from the command line', async () => {
  expect(await schoolsFound()).toMatchObject({
    isPassed: false,
    message: expect.stringContaining('npm run quad -- school:add'),
  })
  const said = await addSchool(app.db, ['@First.Example', 'First University', 'Iceland', 'Atlantic/Reykjavik'])
  expect(said).toBe('First University is there: anyone with an address at first.example can sign in.')
  expect(await findSchoolByEmail(app.db, 'reader@mail.first.example')).toBeDefined()
  expect(await schoolsFound()).toMatchObject({ isPassed: true, message: '1 active' })

  await bindTenant(app.db, 'FIRST.example', '11111111-2222-3333-4444-555555555555')
  const lines = await app.db.selectFrom('audit_log').select(['actor_name', 'action', 'detail']).orderBy('id').execute()
  expect(lines).toEqual([
    {
      actor_name: 'command line',
      action: 'school.create',
      detail: { name: 'First University', email_domain: 'first.example' },
    },
    { actor_name: 'command line', action: 'bind', detail: { tenant: '11111111-2222-3333-4444-555555555555' } },
  ])
})

test('rejects an invalid school with a message, and adds nothing', async () => {
  const before = await app.db.selectFrom('schools').selectAll().execute()
  await expect(addSchool(app.db, [])).rejects.toThrow(/Email Domain is required/)
  await expect(addSchool(app.db, ['second.example', 'Second', 'Iceland', 'Mars/Base'])).rejects.toThrow(
    'Enter a valid time zone, e.g. America/New_York',
  )
  await expect(addSchool(app.db, ['first.example', 'Second', 'Iceland', 'UTC'])).rejects.toThrow(
    'There is a school with the email domain first.example already.',
  )
  await expect(addSchool(app.db, ['ac.uk', 'Second', 'Iceland', 'UTC'])).rejects.toThrow(/is a public suffix/)
  await expect(bindTenant(app.db, 'second.example', 'no tenant')).rejects.toThrow(/Enter a tenant ID like/)
  expect(await app.db.selectFrom('schools').selectAll().execute()).toEqual(before)
})
