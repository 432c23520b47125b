import { randomUUID } from 'node:crypto'
import { expect, expectLive, newcomer, signIn, test } from './kit.ts'

test('an administrator lists a place, a buyer suggests it in a chat, and the seller accepts', { tag: '@both' }, async ({
  page,
  newPage,
}) => {
  const place = `Library ${randomUUID().slice(0, 8)}`
  const admin = await newPage()
  await signIn(admin, 'dean@northfield.example', '/admin?tab=settings')
  const row = admin.getByRole('table', { name: 'Schools' }).getByRole('row').filter({ hasText: 'northfield.example' })
  // The projects share the school: another one may have saved places since the dialog was opened.
  await expect(async () => {
    await row.getByRole('button', { name: 'Places' }).click({ timeout: 8000 })
    const dialog = admin.getByRole('dialog', { name: 'Meeting places' })
    await dialog.getByRole('button', { name: 'Add a place' }).click()
    const last = dialog.getByRole('list', { name: 'Places' }).getByRole('listitem').last()
    await last.getByLabel('Name').fill(place)
    await last.getByLabel('How to find it').fill('By the clock')
    await dialog.getByRole('button', { name: 'Save places' }).click()
    await expect(dialog).toHaveCount(0)
  }).toPass()

  await newcomer(page, 'Seller')
  const body = { title: `Lamp ${randomUUID()}`, description: 'x', price: 5, category: 'other', condition: 'good' }
  const { data: lamp } = (await (await page.request.post('/api/marketplace', { data: body })).json()) as {
    data: { id: string }
  }
  const buyer = await newPage()
  await newcomer(buyer, 'Buyer')
  const asked = await buyer.request.post(`/api/marketplace/${lamp.id}/interest`, { data: { message: 'Still there?' } })
  const { conversation_id } = (await asked.json()) as { conversation_id: string }

  await page.goto(`/messages/${conversation_id}`)
  await expectLive(page)
  const offered = page.getByRole('region', { name: 'Meeting', exact: true })
  await expect(offered.getByRole('button', { name: 'Suggest a place to meet' })).toBeVisible()
  await buyer.goto(`/messages/${conversation_id}`)
  await expectLive(buyer)
  const card = buyer.getByRole('region', { name: 'Meeting', exact: true })
  await card.getByRole('button', { name: 'Suggest a place to meet' }).click()
  const dialog = buyer.getByRole('dialog', { name: 'Suggest a place to meet' })
  await dialog.getByRole('radio', { name: place }).check()
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await dialog.getByLabel('When').fill(`${day}T15:30`)
  await dialog.getByRole('button', { name: 'Suggest', exact: true }).click()
  await expect(card.getByText(`Meet at ${place},`)).toBeVisible()
  await expect(card.getByText('Waiting for an answer')).toBeVisible()

  await expect(offered.getByText(new RegExp(`^Meet at ${place}, .*3:30 PM\\?$`))).toBeVisible()
  await expect(offered.getByText('Meet in a public place and pay in person.')).toBeVisible()
  await offered.getByRole('button', { name: 'Accept' }).click()
  for (const shown of [offered, card]) await expect(shown.getByText(`Meeting at ${place},`)).toBeVisible()
  const downloading = buyer.waitForEvent('download')
  await card.getByRole('link', { name: 'Add to calendar' }).click()
  expect((await downloading).suggestedFilename()).toBe('meeting.ics')

  await card.getByRole('button', { name: 'Call off' }).click()
  for (const shown of [offered, card])
    await expect(shown.getByRole('button', { name: 'Suggest a place to meet' })).toBeVisible()
})
