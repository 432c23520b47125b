import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { expect, newcomer, signIn, test } from './kit.ts'

/** The link in the mail to an address. */
async function findLink({ request }: { request: APIRequestContext }, to: string): Promise<string> {
  let link = ''
  await expect
    .poll(async () => {
      const outbox = await (await request.get('/outbox')).text()
      const mail = outbox.split('<article>').find((one) => one.includes(to))
      link = /\/notice\/[\w-]{43}/.exec(mail ?? '')?.[0] ?? ''
      return link
    })
    .not.toBe('')
  return link
}

test('a person without an account sends a notice, confirms it, and sees how it ends', { tag: '@both' }, async ({
  page,
  newPage,
}) => {
  const author = await newPage()
  await newcomer(author, 'Author')
  const words = `Her address is 5 Elm Street ${randomUUID()}`
  const made = await author.request.post('/api/posts', { data: { content: words } })
  const { data: post } = (await made.json()) as { data: { id: string } }

  await page.goto('/login')
  await page.getByRole('link', { name: 'Report something' }).click()
  await expect(page.getByRole('heading', { name: 'Report something without an account' })).toBeVisible()
  await page.getByRole('button', { name: 'Send notice' }).click()
  await expect(page.getByText('Choose what is wrong')).toBeVisible()
  await page.getByRole('radio', { name: 'A phone number, an address or other personal data' }).check()
  await page.getByRole('radio', { name: 'Me', exact: true }).check()
  await page.getByLabel('Link to it').fill(`https://quad.example/dashboard?post=${post.id}`)
  const email = `${randomUUID()}@home.example`
  await page.getByLabel('Your email address').fill(email)
  await page.getByLabel('Your full name, as your signature').fill('Mara Lind')
  await page.getByRole('checkbox').check()
  // What was typed survives a failure.
  await page.route('**/api/notices', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Send notice' }).click()
  await expect(page.getByLabel('Your email address')).toHaveValue(email)
  await page.getByRole('button', { name: 'Send notice' }).click()
  await expect(page.getByText(`We received your notice. Confirm it with the link we sent to ${email}.`)).toBeVisible()

  const link = await findLink(page, email)
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm notice' }).click()
  await expect(page.getByText(/^Your receipt number is N-/)).toBeVisible()
  await expect(page.getByText('Received. A moderator has not opened it yet.')).toBeVisible()

  const dean = await newPage()
  await signIn(dean, 'dean@northfield.example')
  const found = await dean.request.get(`/admin/cases?search=${encodeURIComponent(words)}`)
  const { data } = (await found.json()) as { data: { cases: { id: string; version: number; priority: string }[] } }
  const [first] = data.cases
  expect(first?.priority).toBe('personal')
  const settled = await dean.request.post(`/admin/cases/${first?.id}/settle`, {
    data: { version: first?.version, outcome: 'dismissed' },
  })
  expect(settled.status()).toBe(200)
  await page.reload()
  await expect(page.getByText('Closed. We have looked at it and decided.')).toBeVisible()
})

test('a site administrator closes a notice that leads to nothing', { tag: '@both' }, async ({ page, request }) => {
  const email = `${randomUUID()}@home.example`
  const sent = await request.post('/api/notices', {
    data: {
      ...{ concerns: 'other', ground: 'law', text: `A copied painting ${email}`, law: 'Copyright' },
      ...{ signature: 'Mara Lind', email, good_faith: true },
    },
  })
  expect(sent.status()).toBe(202)
  const link = await findLink(page, email)
  expect((await request.post(`/api${link.replace('/notice/', '/notices/')}/confirm`)).status()).toBe(200)
  await signIn(page, 'site@northfield.example', '/admin?tab=notices')
  const row = page.getByRole('article').filter({ hasText: email })
  await expect(row.getByText(`A copied painting ${email}`)).toBeVisible()
  await row.getByRole('button', { name: /^Close N-/ }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog', { name: 'Close notice' }))
    .getByRole('button', { name: 'Close notice' })
    .click()
  await expect(row).toHaveCount(0)
})

test(
  'public pages, the right column and the menu of a phone lead to the notice form',
  { tag: '@both' },
  async ({ page }, { project }) => {
    const follow = async () => {
      await page.getByRole('link', { name: 'Report something without an account' }).click()
      await expect(page).toHaveURL(/\/notice$/)
    }
    await page.goto('/unsubscribe/none')
    await follow()
    await newcomer(page, 'Reader')
    if (project.name === 'phone') await page.getByRole('button', { name: 'More', exact: true }).click()
    await follow()
  },
)
