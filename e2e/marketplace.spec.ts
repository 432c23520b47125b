import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, inFilters, newcomer, searchFor, signIn, signInNew, test } from './kit.ts'

test('a listing is offered with pictures, found, favorited, requested, and removed', async ({
  page,
  newPage,
}, info) => {
  await signInNew(page, '/marketplace')
  await expect(page.getByRole('article').first()).toBeVisible()
  const title = `Lamp ${randomUUID()}`
  await page.getByRole('button', { name: 'Create Listing' }).click()
  const form = page.getByRole('dialog', { name: 'Create Listing' })
  await form.getByLabel('What are you selling?').fill(title)
  await form.getByLabel('Description').fill('It works.')
  await form.getByLabel('Price').fill('12.345')
  await form.getByRole('button', { name: 'Create Listing' }).click()
  await expect(form.getByText('Enter a price like 20 or 12.50')).toBeVisible()
  await form.getByLabel('Price').fill('12.50')
  await expect(form.getByText('If you don’t choose: Other')).toBeVisible()
  await form.getByText('Furniture', { exact: true }).click()
  await expect(form.getByText('If you don’t choose: Other')).toHaveCount(0)
  const files = await Promise.all(
    ['#4a7c59', '#8a5a3c'].map(async (background, at) => {
      const file = info.outputPath(`lamp-${at}.png`)
      await writeFile(
        file,
        await sharp({ create: { width: 900, height: 700, channels: 3, background } })
          .png()
          .toBuffer(),
      )
      return file
    }),
  )
  await form.locator('input[type=file]').setInputFiles(files)
  await expect(form.getByAltText('Photo 2')).toBeVisible()
  const first = await form.getByAltText('Photo 1').getAttribute('src')
  await form.getByRole('button', { name: 'Move photo 1 right' }).click()
  await expect(form.getByAltText('Photo 2')).toHaveAttribute('src', first ?? '')
  await expect(form.getByRole('status').filter({ hasText: 'Moved to place 2 of 2' })).toBeAttached()
  await form.getByAltText('Photo 2').dragTo(form.getByAltText('Photo 1'))
  await expect(form.getByAltText('Photo 1')).toHaveAttribute('src', first ?? '')
  await page.reload() // the draft keeps its photos
  await page.getByRole('button', { name: 'Create Listing' }).click()
  await expect(form.getByAltText('Photo 2')).toBeVisible()
  await expect(form.getByLabel('What are you selling?')).toHaveValue(title)
  await form.locator('input[type=file]').setInputFiles([...files, ...files])
  await expect(form.getByText('Maximum 5 files allowed')).toBeVisible()
  await form.getByRole('button', { name: 'Create Listing' }).click()

  const open = page.getByRole('dialog', { name: title })
  await expect(open.getByText('$12.50')).toBeVisible()
  await expect(open.getByText('Meet in a public place and pay in person.')).toBeVisible()
  await expect(open.getByText('Your listing')).toBeVisible()

  const buyer = await newPage()
  await signInNew(buyer, '/marketplace?category=furniture&sort=price-low')
  await searchFor(buyer.getByRole('searchbox', { name: 'Search listings' }), title)
  await expect(buyer).toHaveURL(/search=/)
  const card = buyer.getByRole('article', { name: title })
  await card.getByRole('button', { name: `Save ${title} to Favorites` }).click()
  await expect(card.getByRole('button', { name: `Save ${title} to Favorites` })).toHaveAttribute('aria-pressed', 'true')
  const favorites = buyer.getByRole('radio', { name: 'Favorites', exact: true })
  await favorites.check()
  await expect(favorites).toBeChecked() // the URL changes before the list
  await expect(buyer).toHaveURL(/view=favorites/)
  await expect(card).toBeVisible()
  await card.getByRole('button', { name: `Contact Seller about ${title}` }).click()
  const contact = buyer.getByRole('dialog', { name: 'Contact Seller' })
  await expect(contact.getByRole('button', { name: 'Would you take $10?' })).toBeVisible()
  await contact.getByRole('button', { name: 'Can I pick it up today?' }).click()
  await expect(contact.getByLabel('Message')).toHaveValue('Can I pick it up today?')
  await contact.getByLabel('Message').fill('Is the shade included?')
  await contact.getByRole('button', { name: 'Send message' }).click()
  await expect(buyer).toHaveURL(/\/messages\/[0-9a-f-]{36}$/)
  await expect(buyer.getByText('Is the shade included?').last()).toBeVisible()
  const strip = buyer.getByRole('region', { name: 'Listing' })
  await expect(strip).toContainText('$12.50')
  expect((await strip.boundingBox())?.height).toBe(56)
  await expect(strip.getByRole('link', { name: `View ${title}` })).toHaveAttribute('href', /\/marketplace\?listing=/)

  await page.goto('/messages')
  await expect(page.getByText('Is the shade included?')).toBeVisible()

  await buyer.goto('/marketplace?view=favorites')
  await card.getByRole('button', { name: `Save ${title} to Favorites` }).click()
  await expect(buyer.getByText('No favorites yet')).toBeVisible()
  await buyer.getByRole('button', { name: 'Undo' }).click()
  await expect(card).toBeVisible()
  await card.getByRole('button', { name: `Save ${title} to Favorites` }).click()
  await expect(card).toHaveCount(0)
  await expect(buyer.getByText('No favorites yet')).toBeVisible()

  await page.goto(`/marketplace?search=${encodeURIComponent(title)}`)
  await page.getByRole('button', { name: `Options for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const sure = page.getByRole('dialog', { name: 'Delete listing' })
  await sure.getByRole('button', { name: 'Delete listing' }).click()
  await expect(page.getByText('Try another search or remove a filter.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('filters by price, reports a listing once, and shows an error when the list fails', async ({ page }) => {
  await signInNew(page, '/marketplace')
  await expect(page.getByRole('article').first()).toBeVisible()
  await inFilters(page, async (filters) => {
    await filters.getByLabel('Max price').fill('5')
    await filters.getByLabel('Min price').fill('1000')
    await filters.getByLabel('Min price').press('Enter')
    await expect(filters.getByText('The minimum is above the maximum')).toBeVisible()
    for (const name of ['Min price', 'Max price'])
      await expect(filters.getByLabel(name)).toHaveAttribute('aria-invalid', 'true')
    await filters.getByLabel('Max price').fill('a lot')
    await expect(filters.getByText('Enter a price like 20 or 12.50')).toBeVisible()
    await filters.getByLabel('Max price').fill('')
    await filters.getByLabel('Min price').press('Enter')
    await expect(page).toHaveURL(/min=1000/)
  })
  await expect(page.getByText('Try another search or remove a filter.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()

  const report = async () => {
    await page.getByRole('button', { name: 'Options for Desk lamp', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Report' }).click()
    const dialog = page.getByRole('dialog', { name: /^Report listing/ })
    await dialog.getByRole('radio').first().check()
    await dialog.getByRole('button', { name: 'Report listing' }).click()
  }
  await report()
  await expect(page.getByText('Report submitted successfully')).toBeVisible()
  await report()
  await expect(page.getByText('You have already reported this', { exact: true }).first()).toBeVisible()

  await page.route('**/api/marketplace?*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(page.getByText('Failed to load marketplace listings')).toBeVisible()
  await page.unroute('**/api/marketplace?*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a seller edits a listing, keeps the text when saving fails, and the card shows the former price', {
  tag: '@both',
}, async ({ page, newPage }) => {
  await signInNew(page)
  const title = `Lamp ${randomUUID()}`
  const body = { title, description: 'It works.', price: 20, category: 'furniture', condition: 'good' }
  const { data: lamp } = await (await page.request.post('/api/marketplace', { data: body })).json()
  await page.goto(`/marketplace?search=${encodeURIComponent(title)}`)
  await page.getByRole('button', { name: `Options for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit listing' })
  const save = form.getByRole('button', { name: 'Save changes' })
  await expect(form.getByLabel('What are you selling?')).toHaveValue(title)
  await expect(form.getByLabel('Price')).toHaveValue('20')
  await expect(save).toBeDisabled()
  await form.getByLabel('Description').fill('It works, and shines.')
  await form.getByLabel('Price').fill('15')
  await page.route('**/api/marketplace/*', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await save.click()
  await expect(form.getByRole('alert')).toHaveText('Failed to update listing')
  await expect(form.getByLabel('Description')).toHaveValue('It works, and shines.')

  await page.request.put(`/api/marketplace/${lamp.id}`, { data: { condition: 'new' } }) // on another device
  await save.click()
  await expect(form.getByRole('alert')).toHaveText('This listing was changed meanwhile.')
  await expect(form.getByLabel('Price')).toHaveValue('15')
  await save.click()
  await expect(form).toBeHidden()
  await expect(page.getByText('Listing updated')).toBeVisible()
  const card = page.getByRole('article', { name: title })
  await expect(card.getByText('was $20')).toBeVisible()

  const buyer = await newPage()
  await signInNew(buyer, `/marketplace?listing=${lamp.id}`)
  const open = buyer.getByRole('dialog', { name: title })
  await expect(open.getByText('It works, and shines.')).toBeVisible()
  await expect(open.getByText('New', { exact: true })).toBeVisible()
  await expect(open.getByText('was $20')).toBeVisible()
  await open.getByText('Price history').click()
  await expect(open.getByRole('list', { name: 'Price history' }).getByRole('listitem')).toHaveText([/^\$15/, /^\$20/])
  await open.getByRole('button', { name: `Options for ${title}` }).click()
  await expect(buyer.getByRole('menuitem', { name: 'Report' })).toBeVisible()
  await expect(buyer.getByRole('menuitem', { name: 'Edit', exact: true })).toHaveCount(0)
})

test('a listing goes from a draft over a reservation to its sale', { tag: '@both' }, async ({ page, newPage }) => {
  await signInNew(page, '/marketplace?view=own')
  await expect(page.getByRole('heading', { name: 'You have no listings' })).toBeVisible()
  const title = `Desk ${randomUUID()}`
  await page.getByRole('main').getByRole('button', { name: 'Create Listing' }).last().click()
  const form = page.getByRole('dialog', { name: 'Create Listing' })
  await form.getByLabel('What are you selling?').fill(title)
  await form.getByLabel('Price').fill('40')
  await page.reload() // the draft stays
  await page.getByRole('main').getByRole('button', { name: 'Create Listing' }).last().click()
  await expect(form.getByLabel('What are you selling?')).toHaveValue(title)
  await form.getByLabel('Description').fill('Solid oak.')
  await form.getByRole('button', { name: 'Create Listing' }).click()
  const open = page.getByRole('dialog', { name: title })
  await expect(open.getByText('Your listing')).toBeVisible()
  const address = page.url()
  const id = new URL(address).searchParams.get('listing') ?? ''
  const choose = async (item: string) => {
    await open.getByRole('button', { name: `Options for ${title}` }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await choose('Reserve')
  const reserve = page.getByRole('dialog', { name: 'Reserve' })
  await expect(reserve.getByText('No one has asked about this listing yet.')).toBeVisible()
  await expect(reserve.getByRole('button', { name: 'Reserve', exact: true })).toBeDisabled()
  await reserve.getByRole('button', { name: 'Cancel' }).click()

  const [first, second] = [await newPage(), await newPage()]
  const names: string[] = []
  for (const buyer of [first, second]) {
    const { name } = await newcomer(buyer, undefined, `/marketplace?listing=${id}`)
    names.push(name)
    await buyer
      .getByRole('dialog', { name: title })
      .getByRole('button', { name: /^Contact Seller/ })
      .click()
    const contact = buyer.getByRole('dialog', { name: 'Contact Seller' })
    await contact.getByLabel('Message').fill('') // a short default is sent instead
    await contact.getByRole('button', { name: 'Send message' }).click()
    await expect(buyer).toHaveURL(/\/messages\/[0-9a-f-]{36}$/)
  }

  await choose('Reserve')
  await expect(reserve.getByRole('radio', { name: names[0] ?? '' })).toBeVisible()
  await reserve.getByRole('radio', { name: names[0] ?? '' }).check()
  await reserve.getByText('1 week').click()
  await page.route('**/state', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await reserve.getByRole('button', { name: 'Reserve', exact: true }).click()
  await expect(reserve.getByRole('alert')).toHaveText('Failed to update listing')
  await expect(reserve.getByRole('radio', { name: '1 week' })).toBeChecked()
  await reserve.getByRole('button', { name: 'Reserve', exact: true }).click()
  await expect(reserve).toBeHidden()
  await expect(open.getByText(new RegExp(`^Reserved until .* for ${names[0]}$`))).toBeVisible()

  await second.goto(`/marketplace?listing=${id}`)
  const theirs = second.getByRole('dialog', { name: title })
  await expect(theirs.getByText(/^Reserved until [^f]*$/)).toBeVisible()
  await first.goto('/notifications')
  await expect(first.getByText(`reserved “${title}” for you`)).toBeVisible()

  await choose('Mark as sold')
  const sell = page.getByRole('dialog', { name: 'Mark as sold' })
  await expect(sell.getByText('Who bought it?')).toBeVisible()
  await expect(sell.getByRole('radio', { name: names[0] ?? '' })).toBeChecked()
  await sell.getByRole('button', { name: 'Mark as sold' }).click()
  await expect(sell).toBeHidden()
  await expect(open.getByText('Sold', { exact: true })).toBeVisible()
  await open
    .getByRole('button', { name: 'Back' })
    .or(open.getByRole('button', { name: 'Close' }))
    .first()
    .click()
  const tabs = page.getByRole('navigation', { name: 'Your listings' })
  const card = page.getByRole('article', { name: title })
  await expect(page.getByRole('heading', { name: 'You have no listings' })).toBeVisible()
  await tabs.getByRole('link', { name: 'Sold' }).click()
  await expect(card).toBeVisible()
  await expect(tabs.getByRole('link', { name: 'Sold' })).toHaveAttribute('aria-current', 'page')
  await tabs.getByRole('link', { name: 'Expired' }).click()
  await expect(card).toHaveCount(0)

  await theirs.getByRole('button', { name: /^Contact Seller/ }).click()
  const late = second.getByRole('dialog', { name: 'Contact Seller' })
  await late.getByRole('button', { name: 'Send message' }).click()
  await expect(late.getByRole('alert')).toHaveText('This item has been sold.')
  await late.getByRole('button', { name: 'Cancel' }).click()
  await expect(theirs.getByText('This item has been sold.')).toBeVisible()
  await expect(theirs.getByRole('button', { name: /^Contact Seller/ })).toHaveCount(0)
  await second.goto('/messages')
  await expect(second.getByText('This item has been sold.').first()).toBeVisible()
})

test('a seller reserves in the conversation, ends the reservation, withdraws and renews', async ({ page, newPage }) => {
  await signInNew(page)
  const title = `Chair ${randomUUID()}`
  const body = { title, description: 'Soft.', price: 10, category: 'furniture', condition: 'good' }
  const { data: chair } = await (await page.request.post('/api/marketplace', { data: body })).json()
  const buyer = await newPage()
  const { name } = await newcomer(buyer)
  const asked = await buyer.request.post(`/api/marketplace/${chair.id}/interest`, { data: { message: 'Still there?' } })
  await page.goto(`/messages/${(await asked.json()).conversation_id}`)
  const strip = page.getByRole('region', { name: 'Listing' })
  const choose = async (item: string) => {
    await strip.getByRole('button', { name: `Options for ${title}` }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await choose('Reserve')
  const reserve = page.getByRole('dialog', { name: 'Reserve' })
  await expect(reserve.getByRole('radio', { name })).toBeChecked()
  await reserve.getByRole('button', { name: 'Reserve', exact: true }).click()
  await expect(strip.getByText(new RegExp(`Reserved until .* for ${name}`))).toBeVisible()
  expect((await strip.boundingBox())?.height).toBe(56)
  await choose('End reservation')
  await expect(strip.getByText(/Reserved/)).toHaveCount(0)
  await choose('Withdraw')
  const sure = page.getByRole('dialog', { name: 'Withdraw listing' })
  await sure.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(strip.getByText('Withdrawn')).toBeVisible()
  await buyer.goto(`/marketplace?listing=${chair.id}`)
  await expect(buyer.getByText('It may have been sold or deleted.')).toBeVisible()
  await page.goto('/marketplace?view=own&tab=expired')
  const card = page.getByRole('article', { name: title })
  await card.getByRole('button', { name: `Options for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Renew' }).click()
  await expect(page.getByText('Renewed')).toBeVisible()
  await expect(card).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Your listings' }).getByRole('link', { name: 'Active' }).click()
  await expect(card).toBeVisible()
})

test('a saved search is kept, reports a new listing, and is changed and deleted', { tag: '@both' }, async ({
  page,
  newPage,
}) => {
  await signInNew(page, '/marketplace?view=searches')
  await expect(page.getByRole('heading', { name: 'No saved searches' })).toBeVisible()
  await page.getByRole('button', { name: 'Browse listings' }).click()
  await expect(page.getByRole('button', { name: 'Save this search' })).toHaveCount(0)
  const title = `Kayak ${randomUUID()}`
  await page.goto(`/marketplace?search=${encodeURIComponent(title)}&max=50`)
  await page.getByRole('button', { name: 'Save this search' }).click()
  const form = page.getByRole('dialog', { name: 'Save this search' })
  await expect(form.getByLabel('Name')).toHaveValue(`“${title}” · up to $50`)
  await form.getByLabel('Name').fill('A kayak')
  await form.getByRole('radio', { name: 'Immediately' }).check()
  await page.route('**/api/marketplace/searches', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await form.getByRole('button', { name: 'Save search' }).click()
  await expect(form.getByRole('alert')).toHaveText('Failed to save the search')
  await expect(form.getByLabel('Name')).toHaveValue('A kayak')
  await form.getByRole('button', { name: 'Save search' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText('Search saved')).toBeVisible()

  const seller = await newPage()
  await signInNew(seller)
  const body = { title, description: 'Floats.', price: 40, category: 'other', condition: 'good' }
  expect((await seller.request.post('/api/marketplace', { data: body })).status()).toBe(201)
  await expect(async () => {
    await page.goto('/notifications')
    await expect(page.getByText(`“${title}” matches a search that you saved`)).toBeVisible({ timeout: 1000 })
  }).toPass()

  await page.goto('/marketplace?view=searches')
  const row = page.getByRole('list', { name: 'Saved searches' }).getByRole('listitem')
  await expect(row.getByText('Email: immediately · last match')).toBeVisible()
  await row.getByRole('button', { name: 'Edit A kayak' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit saved search' })
  await edit.getByLabel('Name').fill('Any kayak')
  await edit.getByRole('radio', { name: 'With my next summary' }).check()
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(row.getByText('Email: with my next summary')).toBeVisible()
  await row.getByRole('link', { name: 'Any kayak' }).click()
  await expect(page.getByRole('article', { name: title })).toBeVisible()
  await page.goBack()
  await row.getByRole('button', { name: 'Delete Any kayak' }).click()
  await page.getByRole('dialog', { name: 'Delete saved search' }).getByRole('button', { name: 'Delete search' }).click()
  await expect(page.getByRole('heading', { name: 'No saved searches' })).toBeVisible()
})

test('a phone scrolls to the chosen list', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, 'ada@northfield.example', '/marketplace?view=searches')
  const chosen = page.getByText('Saved searches', { exact: true })
  await expect(page.getByRole('radio', { name: 'Saved searches' })).toBeChecked()
  await expect(chosen).toBeInViewport({ ratio: 1 })
  const filters = page.getByRole('button', { name: 'Filters' })
  const right = async () => {
    const box = await chosen.boundingBox()
    return box ? box.x + box.width : Number.POSITIVE_INFINITY
  }
  await expect.poll(right).toBeLessThanOrEqual((await filters.boundingBox())?.x ?? 0)
})

test('a book is wanted by its ISBN and found by it, and the buyer says how a sale went', { tag: '@both' }, async ({
  page,
  newPage,
}) => {
  await signInNew(page, '/marketplace')
  const title = `Atlas ${randomUUID()}`
  await page.getByRole('button', { name: 'Create Listing' }).click()
  const form = page.getByRole('dialog', { name: 'Create Listing' })
  await form.getByLabel('What are you selling?').fill(title)
  await form.getByLabel('Price').fill('0')
  await form.getByLabel('Description').fill('Of stars.')
  await form.getByText('More options').click()
  await form.getByText('Wanted', { exact: true }).click()
  await form.getByLabel('ISBN').fill('0-13-110362-9')
  await form.getByLabel('Course').fill('Astronomy 1')
  await form.getByRole('button', { name: 'Create Listing' }).click()
  await expect(form.getByText('One of the digits is wrong.')).toBeVisible()
  await form.getByLabel('ISBN').fill('0-13-110362-8')
  await form.getByRole('button', { name: 'Create Listing' }).click()
  const open = page.getByRole('dialog', { name: title })
  await expect(open.getByText('ISBN 9780131103627')).toBeVisible()
  await expect(open.getByText('Astronomy 1')).toBeVisible()
  await expect(open.getByText('Free', { exact: true }).first()).toBeVisible() // others below may be free, too
  await expect(open.getByText('Wanted by')).toBeVisible()

  await page.goto(`/marketplace?search=${encodeURIComponent(title)}`)
  const card = page.getByRole('article', { name: title })
  await inFilters(page, async (filters) => {
    await filters.getByLabel('ISBN').fill('978-0-8044-2957-3')
    await filters.getByLabel('ISBN').press('Enter')
    await expect(page).toHaveURL(/isbn=9780804429573/)
    await filters.getByLabel('ISBN').fill('978-0-13-110362-7')
    await filters.getByLabel('ISBN').press('Enter')
    await expect(page).toHaveURL(/isbn=9780131103627/)
    await filters.getByLabel('Kind').selectOption('Wanted')
    await expect(page).toHaveURL(/kind=wanted/)
  })
  await expect(card.getByText('Wanted', { exact: true })).toBeVisible()

  const body = { title: `Desk ${randomUUID()}`, description: 'Oak.', price: 30, category: 'furniture' }
  const { data: desk } = await (await page.request.post('/api/marketplace', { data: body })).json()
  const buyer = await newPage()
  const { id } = await newcomer(buyer)
  await buyer.request.post(`/api/marketplace/${desk.id}/interest`, { data: {} })
  const sale = await page.request.post(`/api/marketplace/${desk.id}/state`, { data: { state: 'sold', for: id } })
  expect(sale.status()).toBe(200)
  await buyer.goto(`/marketplace?listing=${desk.id}`)
  const sold = buyer.getByRole('dialog', { name: body.title })
  await expect(sold.getByText(/^Sold 1 · here since \d{4}$/)).toBeVisible()
  await sold.getByRole('button', { name: 'Not as described' }).click()
  await expect(sold.getByText('You answered: Not as described')).toBeVisible()
  await sold.getByRole('region', { name: 'How did the sale go?' }).getByRole('button', { name: 'Report' }).click()
  await expect(buyer.getByRole('dialog', { name: /^Report listing/ })).toBeVisible()
  const other = await newPage()
  await signInNew(other, `/marketplace?listing=${desk.id}`)
  await expect(other.getByText('Sold by')).toBeVisible()
  await expect(other.getByText('How did the sale go?')).toHaveCount(0)
})

test('a title and a search in Hebrew or Arabic run from right to left, unbroken words stay inside the page', async ({
  page,
}) => {
  await signInNew(page)
  const title = `מנורה ישנה ${randomUUID().slice(0, 8)}`
  const body = {
    title,
    description: `אור טוב ${'x'.repeat(100)}`,
    price: 5,
    category: 'other',
    condition: 'good',
    media: [],
  }
  const made = await page.request.post('/api/marketplace', { data: body })
  expect(made.status(), await made.text()).toBe(201)
  await page.goto(`/marketplace?search=${encodeURIComponent(title)}`)
  await expect(page.getByRole('searchbox', { name: 'Search listings' })).toHaveCSS('direction', 'rtl')
  const link = page.getByRole('link', { name: title })
  await expect(link).toHaveCSS('direction', 'rtl')
  await link.click()
  await expect(page.getByRole('dialog', { name: title }).getByRole('heading', { name: title })).toHaveCSS(
    'direction',
    'rtl',
  )
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
})
