import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, inFilters, searchFor, signInNew, test } from './kit.ts'

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
