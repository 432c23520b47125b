import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, signInNew, test } from './kit.ts'

async function fill(page: Page, title: string) {
  await page.getByRole('button', { name: 'Create Event' }).click()
  const form = page.getByRole('dialog', { name: 'Create Event' })
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Location').fill('The lawn')
  await form.getByLabel('Description').fill('Ten boards, no clocks.')
  return form
}

test('an event is created with a picture, edited, attended by another student, and deleted', async ({
  page,
  newPage,
}, info) => {
  await signInNew(page, '/events')
  await expect(page.getByRole('article').first()).toBeVisible()
  const title = `Chess ${randomUUID()}`
  const form = await fill(page, title)
  await form.getByText('More options').click()
  await form.getByLabel('Max attendees (optional)').fill('1')
  const file = info.outputPath('board.png')
  const board = { create: { width: 1600, height: 900, channels: 3, background: '#4a7c59' } } as const
  await writeFile(file, await sharp(board).png().toBuffer())
  await form.locator('input[type=file]').setInputFiles(file)
  await expect(form.getByAltText('Photo 1')).toBeVisible()
  await form.getByRole('button', { name: 'Create Event' }).click()

  const open = page.getByRole('dialog', { name: title })
  await expect(open.getByText('0 going · 1 seat left')).toBeVisible()
  await expect(open.getByAltText(`Photo for ${title}`)).toBeVisible()
  await expect(open.getByText('You’re hosting')).toBeVisible()
  const address = page.url()
  await open.getByRole('button', { name: 'Edit', exact: true }).click()
  const edit = page.getByRole('dialog', { name: 'Edit event' })
  await edit.getByLabel('Location').fill('Library')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(open.getByText('Library')).toBeVisible()

  const guest = await newPage()
  await signInNew(guest)
  await guest.goto(address)
  const shown = guest.getByRole('dialog', { name: title })
  await shown.getByRole('button', { name: `I’m in: RSVP to ${title}` }).click()
  await expect(shown.getByText('1 going · full')).toBeVisible()
  await expect(shown.getByRole('button', { name: `Going to ${title}. Press to cancel your RSVP` })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(shown.getByRole('list', { name: 'Going' }).getByRole('listitem')).toHaveCount(1)
  const calendar = await guest.request.get(`/api/events/${new URL(address).searchParams.get('event')}/ics`)
  expect(await calendar.text()).toContain('BEGIN:VEVENT')

  const late = await newPage()
  await signInNew(late)
  await late.goto(address)
  await expect(late.getByRole('dialog', { name: title }).getByText('Full', { exact: true })).toBeVisible()

  await open.getByRole('button', { name: 'Delete', exact: true }).click()
  const sure = page.getByRole('dialog', { name: 'Delete event' })
  await expect(sure).toContainText('You can’t undo this.')
  // The confirmation hides the dialog below it from the accessibility tree, so its absence does not show a deletion.
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE')
  let loads = 0
  page.on('request', (request) => {
    if (request.method() === 'GET' && /\/api\/events\/[0-9a-f-]{36}$/.test(request.url())) loads += 1
  })
  await sure.getByRole('button', { name: 'Delete event' }).click()
  expect((await deleted).status()).toBe(200)
  await expect(open).toHaveCount(0)
  expect(loads).toBe(0) // a deleted event is not requested again
  await page.goto(address)
  await expect(page.getByRole('dialog', { name: 'Event not found' })).toBeVisible()
})

test('shows missing fields without sending, and keeps the text after a failure and a closed form', async ({ page }) => {
  await signInNew(page, '/events')
  let sent = 0
  await page.route('**/api/events', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    sent++
    return route.fulfill({ status: 500, json: {} })
  })
  await page.getByRole('button', { name: 'Create Event' }).click()
  const form = page.getByRole('dialog', { name: 'Create Event' })
  await form.getByRole('button', { name: 'Create Event' }).click()
  await expect(form.getByText('Title is required')).toBeVisible()
  expect(sent).toBe(0)
  await form.getByLabel('Title').fill('Only typed once')
  await form.getByLabel('Location').fill('The lawn')
  await form.getByLabel('Description').fill('All of it')
  await form.getByRole('button', { name: 'Create Event' }).click()
  await expect.poll(() => sent).toBe(1)
  await expect(form.getByLabel('Title')).toHaveValue('Only typed once')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Create Event' }).click()
  await expect(form.getByLabel('Description')).toHaveValue('All of it')
})

test('the calendar works by keyboard, and a day shows its events', async ({ page }) => {
  await signInNew(page, '/events?month=2027-01&day=2027-01-31')
  await expect(page.getByRole('heading', { name: 'Sunday, January 31' })).toBeVisible()
  await expect(page.getByText('Nothing on this day')).toBeVisible()
  const day = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}, (no|\\d+) events?`) })
  await day('Sunday, January 31').focus()
  await page.keyboard.press('Home')
  await expect(day('Monday, January 25')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(day('Monday, January 18')).toBeFocused()
  await page.keyboard.press('End')
  await expect(day('Sunday, January 24')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { name: 'February 2027' })).toBeVisible()
  await expect(day('Monday, February 1')).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(page.getByRole('heading', { name: 'March 2027' })).toBeVisible()
  await expect(day('Monday, March 1')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Monday, March 1', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Show all events' }).click()
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(page.locator('[aria-current=date]')).toBeVisible()
})

test('keeps filters and search in the URL, and shows an error when the list fails', async ({ page }) => {
  await signInNew(page, '/events')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.getByLabel('Filter events').selectOption({ label: 'Attending' })
  await expect(page).toHaveURL(/filter=attending/)
  await expect(page.getByText('Try another search or filter.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all events' }).click()
  await page.getByRole('searchbox', { name: 'Search events' }).fill('robotics open')
  await expect(page).toHaveURL(/search=robotics/)
  await expect(page.getByRole('article', { name: 'Robotics open workshop' }).first()).toBeVisible()
  await page.route('**/api/events?*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(page.getByText('Failed to load events')).toHaveCount(2) // the month, which is not empty, and the list
  await page.unroute('**/api/events?*')
  const again = page.getByRole('button', { name: 'Try Again' })
  await again.last().click()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a personal calendar has a secret URL, which can be replaced', async ({ page }) => {
  await signInNew(page, '/events')
  await page.getByRole('button', { name: 'Sync calendar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sync with your calendar' })
  const field = dialog.getByLabel('All school events', { exact: true })
  const address = await field.inputValue()
  const path = new URL(address).pathname
  expect((await page.request.get(path)).status()).toBe(200)
  await dialog.getByRole('button', { name: 'Reset links' }).click()
  await expect(field).not.toHaveValue(address)
  expect((await page.request.get(path)).status()).toBe(404)
})
