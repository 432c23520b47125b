import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Db } from '../src/shared/server/db/pools.ts'
import { expect, searchFor, signIn, test } from './kit.ts'

/** A new school in which anonymous texts are published as they are. */
async function makeSchool(db: Db) {
  const email_domain = `${randomUUID()}.example`
  const name = `Careful College ${email_domain.slice(0, 8)}`
  const school = { id: randomUUID(), name, email_domain, country: 'Canada', timezone: 'UTC' }
  await db.insertInto('schools').values(school).execute()
  return school
}

async function joinSchool(page: Page, { email_domain }: { email_domain: string }, name: string, path = '/dashboard') {
  await signIn(page, `${name.split(' ')[0]?.toLowerCase()}@${email_domain}`)
  const data = { name, terms_accepted: 1, welcome: 'done' }
  expect((await page.request.put('/api/users/me', { data })).status()).toBe(200)
  await page.goto(path)
}

/** Without digits, which the check could read as a phone number. */
const toLetters = (id: string) => id.replace(/[\d-]/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')
const question = (page: Page) => page.getByRole('dialog', { name: 'Before you post' })
const flags = async (db: Db, content: string) =>
  (await db.selectFrom('posts').where('content', '=', content).select('flagged').execute()).map((row) => row.flagged)

test('an anonymous post that names someone asks once, and so does an edit that adds a name @both', async ({
  page,
  newPage,
  db,
}) => {
  const other = await newPage()
  const school = await makeSchool(db)
  await db.updateTable('schools').set({ naming_check: true }).where('id', '=', school.id).execute()
  await joinSchool(page, school, 'Ophelia Writer')
  await joinSchool(other, school, 'Cassius Named')
  const words = toLetters(randomUUID())
  await page.getByRole('button', { name: /^What’s new/ }).click()
  const composer = page.getByRole('dialog', { name: 'Create Post' })
  await composer.getByLabel('Post anonymously').check()
  await composer.getByRole('textbox', { name: 'Your post' }).fill(`Cassius Named sings ${words}`)
  await composer.getByRole('button', { name: 'Post', exact: true }).click()
  const line = question(page).getByText('This text names Cassius Named. If it could hurt them, remove the name.')
  await expect(line).toBeVisible()
  await question(page).getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(question(page)).toHaveCount(0)
  await composer.getByRole('textbox', { name: 'Your post' }).fill(`Someone sings ${words}`)
  await composer.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(composer).toHaveCount(0)
  const card = page.getByRole('article', { name: 'Post by Anonymous' }).filter({ hasText: words })
  await expect(card.getByText(`Someone sings ${words}`)).toBeVisible()

  const edit = async (text: string) => {
    await card.getByRole('button', { name: /^Options for .* post/ }).click()
    await page.getByRole('menuitem', { name: 'Edit post' }).click()
    await dialog.getByLabel('Your post').fill(text)
    await dialog.getByRole('button', { name: 'Save changes' }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'Edit post' })
  const named = `Cassius Named sings well ${words}`
  await edit(named)
  await expect(line).toBeVisible()
  await question(page).getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(question(page)).toHaveCount(0)
  await expect(dialog.getByLabel('Your post')).toHaveValue(named)
  await expect(dialog.getByRole('alert')).toHaveCount(0) // the question was enough
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await question(page).getByRole('button', { name: 'Post anyway' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(card.getByText(named)).toBeVisible()
  expect(await flags(db, named)).toEqual([true])

  await edit(`${named}, ask 555-123-4567`)
  await expect(question(page).getByText('This text contains a phone number.')).toBeVisible()
  await expect(line).toHaveCount(0) // of what was confirmed, nothing is asked again
  await question(page).getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByLabel('Your post').fill(`${named} and dances`)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(card.getByText(`${named} and dances`)).toBeVisible()

  const seen = other.getByRole('article', { name: 'Post by Anonymous' }).filter({ hasText: `${named} and dances` })
  await other.goto('/dashboard')
  await seen.getByRole('button', { name: /^Options for .* post/ }).click()
  const reported = other.waitForResponse((answer) => answer.url().endsWith('/report'))
  await other.getByRole('menuitem', { name: 'This is about me' }).click()
  expect((await reported).status()).toBe(201)
  const urgent = await db.selectFrom('reports').where('content', 'like', `%${words}%`).select('urgent').execute()
  expect(urgent).toEqual([{ urgent: 'personal' }])
})

test('a site administrator protects the students of a school, whose confessions then wait for a moderator', async ({
  page,
  newPage,
  db,
}) => {
  const school = await makeSchool(db)
  await signIn(page, 'site@northfield.example', '/admin?tab=settings')
  await searchFor(page.getByPlaceholder('Search by name or domain'), school.name)
  const row = page.getByRole('table', { name: 'Schools' }).getByRole('row').filter({ hasText: school.name })
  const dialog = page.getByRole('dialog', { name: `Safety at ${school.name}` })
  const confessions = dialog.getByLabel('Confessions')
  const open = () => row.getByRole('button', { name: 'Safety' }).click()
  await open()
  await expect(confessions).toHaveValue('on')
  await dialog.getByRole('checkbox', { name: /^Protect minors/ }).check()
  await expect(confessions).toHaveValue('read_first')
  await expect(confessions.getByRole('option')).toHaveCount(2) // none that appears without a moderator
  await dialog.getByLabel('Messages without a request').selectOption('friends')
  await dialog.getByRole('textbox', { name: /^Help lines/ }).fill('Night Line 0800 000 000, 20:00–08:00')
  await dialog.getByRole('checkbox', { name: /^Check anonymous texts for names/ }).check()
  await dialog.getByRole('textbox', { name: /^Places at the school/ }).fill('Room')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Safety of the school saved', { exact: true })).toBeVisible()
  await page.reload()
  await searchFor(page.getByPlaceholder('Search by name or domain'), school.name)
  await open()
  await expect(dialog.getByRole('checkbox', { name: /^Protect minors/ })).toBeChecked()
  await expect(dialog.getByLabel('Messages without a request')).toHaveValue('friends')
  await expect(dialog.getByRole('textbox', { name: /^Help lines/ })).toHaveValue('Night Line 0800 000 000, 20:00–08:00')
  await expect(dialog.getByRole('textbox', { name: /^Places at the school/ })).toHaveValue('Room')

  const student = await newPage()
  await joinSchool(student, school, 'Ophelia Minor', '/confessions')
  const waits = 'This appears after a moderator has read it.'
  await student.getByRole('button', { name: 'Confess', exact: true }).first().click()
  const composer = student.getByRole('dialog', { name: 'New confession' })
  await expect(composer.getByText(waits)).toBeVisible()
  const field = composer.getByRole('textbox', { name: 'Your confession' })
  await field.fill('In room 214 I want to die')
  await expect(
    composer.getByText('You do not have to be alone with this. Night Line 0800 000 000, 20:00–08:00.'),
  ).toBeVisible()
  await composer.getByRole('button', { name: 'Confess', exact: true }).click()
  await expect(question(student).getByText('This text contains a place at your school.')).toBeVisible()
  await question(student).getByRole('button', { name: 'Edit', exact: true }).click()
  await field.fill('I hum in the library at night')
  await composer.getByRole('button', { name: 'Confess', exact: true }).click()
  await expect(composer).toHaveCount(0)
  const card = student.getByRole('article').filter({ hasText: 'I hum in the library' })
  await expect(card.getByText(waits, { exact: true })).toBeVisible()
})
