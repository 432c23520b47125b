import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectLive, newcomer, signInNew, test } from './kit.ts'

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
  await page.reload()
  await open.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(edit.getByLabel('Location'), 'an edit survives a reload').toHaveValue('Library')
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
  const full = late.getByRole('dialog', { name: title })
  await expect(full.getByRole('button', { name: `Join the waitlist of ${title}` })).toBeVisible()

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

test('a student waits for a seat, gets one that is given back, and takes one that is offered', {
  tag: '@both',
}, async ({ page, newPage, newStudent }) => {
  const [host, guest] = [await newStudent(), await newStudent()]
  const title = `Dinner ${randomUUID()}`
  const create = async (inHours: number) => {
    const start_date = Math.floor(Date.now() / 1000) + inHours * 3600
    const data = { title, description: 'x', location: 'Kitchen', start_date, end_date: start_date + 3600 }
    const made = await host.api.post('/api/events', { data: { ...data, max_attendees: 1 } })
    return ((await made.json()) as { data: { id: string } }).data.id
  }
  const rsvp = (id: string, status: string) => guest.api.post(`/api/events/${id}/rsvp`, { data: { status } })

  const later = await create(48)
  await rsvp(later, 'attending')
  await signInNew(page, `/events?event=${later}`)
  const open = page.getByRole('dialog', { name: title })
  await expectLive(page)
  await open.getByRole('button', { name: `Join the waitlist of ${title}` }).click()
  await expect(open.getByText('You are number 1 on the waitlist')).toBeVisible()
  await expect(open.getByText('1 going · full · 1 waiting')).toBeVisible()
  const second = await newPage()
  await signInNew(second, `/events?event=${later}`)
  const behind = second.getByRole('dialog', { name: title })
  await behind.getByRole('button', { name: `Join the waitlist of ${title}` }).click()
  await expect(behind.getByText('You are number 2 on the waitlist')).toBeVisible()
  await expectLive(second)
  await rsvp(later, 'not_attending')
  await expect(open.getByText('A seat is yours. Give it back if you cannot come.')).toBeVisible()
  await expect(behind.getByText('You are number 1 on the waitlist')).toBeVisible()
  await behind.getByRole('button', { name: `Leave the waitlist of ${title}` }).click()
  await expect(behind.getByRole('button', { name: `Join the waitlist of ${title}` })).toBeVisible()

  const soon = await create(2)
  await rsvp(soon, 'attending')
  await page.goto(`/events?event=${soon}`)
  await expectLive(page)
  await open.getByRole('button', { name: `Join the waitlist of ${title}` }).click()
  await expect(open.getByText('You are number 1 on the waitlist')).toBeVisible()
  await rsvp(soon, 'not_attending')
  await expect(open.getByText(/^A seat is free for you until \d/)).toBeVisible()
  await expect(open.getByRole('button', { name: `Decline the seat at ${title}` })).toBeVisible()
  await open.getByRole('button', { name: `Take it: a seat at ${title}` }).click()
  await expect(open.getByRole('button', { name: `Going to ${title}. Press to cancel your RSVP` })).toBeVisible()
})

test('an organizer cancels an event with a reason, which an attendee reads', { tag: '@both' }, async ({
  page,
  newPage,
  newStudent,
}) => {
  const title = `Hike ${randomUUID()}`
  await signInNew(page, '/events')
  const start_date = Math.floor(Date.now() / 1000) + 48 * 3600
  const data = { title, description: 'x', location: 'Hill', start_date, end_date: start_date + 3600 }
  const made = await page.request.post('/api/events', { data })
  const { id } = ((await made.json()) as { data: { id: string } }).data
  const guest = await newPage()
  await signInNew(guest, `/events?event=${id}`)
  const shown = guest.getByRole('dialog', { name: title })
  await shown.getByRole('button', { name: `I’m in: RSVP to ${title}` }).click()
  await expect(shown.getByText('1 going')).toBeVisible()

  await page.goto(`/events?event=${id}`)
  await page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Cancel event' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel event' })
  const field = dialog.getByLabel('Why is the event cancelled? Attendees read this.')
  await dialog.getByRole('button', { name: 'Cancel event' }).click()
  await expect(dialog.getByText('Say why the event is cancelled')).toBeVisible()
  await field.fill('The path is closed.')
  await page.route('**/cancel', (route) => route.fulfill({ status: 500, json: {} }))
  await dialog.getByRole('button', { name: 'Cancel event' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(field).toHaveValue('The path is closed.')
  await page.unroute('**/cancel')
  await dialog.getByRole('button', { name: 'Cancel event' }).click()
  const open = page.getByRole('dialog', { name: title })
  await expect(open.getByText('Cancelled: The path is closed.')).toBeVisible()
  await expect(open.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0)

  await guest.goto('/notifications')
  await guest.getByRole('link', { name: new RegExp(`cancelled “${title}”: The path is closed.`) }).click()
  await expect(shown.getByText('Cancelled: The path is closed.')).toBeVisible()
  await guest.goto(`/events?search=${title}`)
  await expect(guest.getByRole('article', { name: title }).getByText('Cancelled: The path is closed.')).toBeVisible()

  const other = await newStudent()
  const listed = await other.api.get(`/api/events?search=${title}`)
  expect(((await listed.json()) as { data: unknown[] }).data).toEqual([])
})

test('an attendee chooses reminders, which stay', { tag: '@both' }, async ({ page, newStudent }) => {
  const host = await newStudent()
  const title = `Lecture ${randomUUID()}`
  const start_date = Math.floor(Date.now() / 1000) + 48 * 3600
  const data = { title, description: 'x', location: 'Hall', start_date, end_date: start_date + 3600 }
  const made = await host.api.post('/api/events', { data })
  const { id } = ((await made.json()) as { data: { id: string } }).data
  await signInNew(page, `/events?event=${id}`)
  const open = page.getByRole('dialog', { name: title })
  await expect(open.getByRole('heading', { name: 'Who’s going' })).toBeVisible()
  await expect(open.getByRole('region', { name: 'Remind me' })).toHaveCount(0)
  await open.getByRole('button', { name: `I’m in: RSVP to ${title}` }).click()
  const reminders = open.getByRole('region', { name: 'Remind me' })
  const chip = (name: string) => reminders.getByRole('button', { name: `${name} before` })
  await expect(chip('1 hour')).toHaveAttribute('aria-pressed', 'true')
  await chip('1 hour').click()
  await expect(reminders.getByText('No reminder')).toBeVisible()
  await chip('1 day').click()
  await reminders.getByRole('button', { name: 'Other…' }).click()
  await reminders.getByLabel('Minutes before the start').fill('0')
  await reminders.getByRole('button', { name: 'Add' }).click()
  await expect(reminders.getByText('Enter whole minutes, at most four weeks')).toBeVisible()
  await reminders.getByLabel('Minutes before the start').fill('45')
  await reminders.getByRole('button', { name: 'Add' }).click()
  const readStored = async () => {
    const shown = await page.request.get(`/api/events/${id}`)
    return ((await shown.json()) as { data: { reminders: number[] | null } }).data.reminders
  }
  await expect.poll(readStored).toEqual([45, 1440])
  await page.reload()
  for (const name of ['1 day', '45 minutes']) await expect(chip(name)).toHaveAttribute('aria-pressed', 'true')
  for (const name of ['10 minutes', '1 hour']) await expect(chip(name)).toHaveAttribute('aria-pressed', 'false')
  await chip('10 minutes').click()
  await expect(chip('1 hour')).toBeDisabled()
  await expect(reminders.getByRole('button', { name: 'Other…' })).toHaveCount(0)
})

test('a series is created, attended, edited from one date on, and cancelled', { tag: '@both' }, async ({
  page,
  newPage,
}) => {
  await signInNew(page, '/events')
  const title = `Choir ${randomUUID()}`
  const form = await fill(page, title)
  await form.getByText('More options').click()
  await form.getByText('Weekly', { exact: true }).click()
  const dates = form.getByLabel('Number of dates', { exact: true })
  await dates.fill('60')
  await form.getByRole('button', { name: 'Create Event' }).click()
  await expect(form.getByText('Enter 2 to 52 dates')).toBeVisible()
  await dates.fill('4')
  await expect(form.getByText(/^Every \w+day until .+, 4 dates$/)).toBeVisible()
  await form.getByRole('button', { name: 'Create Event' }).click()

  const open = page.getByRole('dialog', { name: title })
  await expect(open.getByText('Date 1 of 4')).toBeVisible()
  const address = page.url()
  const listed = async () => {
    const reply = await page.request.get(`/api/events?search=${title}`)
    type DateOfSeries = { id: string; location: string; status: string; attendees_count: number }
    return ((await reply.json()) as { data: DateOfSeries[] }).data
  }
  const [, second] = await listed()

  const guest = await newPage()
  await signInNew(guest, new URL(address).pathname + new URL(address).search)
  const shown = guest.getByRole('dialog', { name: title })
  await shown.getByRole('button', { name: 'Go to all dates' }).click()
  await expect(shown.getByRole('button', { name: 'Leave all dates' })).toBeVisible()
  expect((await listed()).map(({ attendees_count }) => attendees_count)).toEqual([1, 1, 1, 1])

  await page.goto(`/events?event=${second?.id}`)
  await expect(open.getByText('Date 2 of 4')).toBeVisible()
  await open.getByRole('button', { name: 'Edit', exact: true }).click()
  const scope = page.getByRole('dialog', { name: 'Change which dates?' })
  await scope.getByLabel('This and following').check()
  await scope.getByRole('button', { name: 'Continue' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit event' })
  await edit.getByLabel('Location').fill('Chapel')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(open.getByText('Chapel')).toBeVisible()
  expect((await listed()).map(({ location }) => location)).toEqual(['The lawn', 'Chapel', 'Chapel', 'Chapel'])

  await open.getByRole('button', { name: 'Cancel event' }).click()
  const cancel = page.getByRole('dialog', { name: 'Cancel event' })
  await cancel.getByLabel('All dates').check()
  await cancel.getByLabel('Why is the event cancelled? Attendees read this.').fill('The organ is broken.')
  await cancel.getByRole('button', { name: 'Cancel event' }).click()
  await expect(open.getByText('Cancelled: The organ is broken.')).toBeVisible()
  expect((await listed()).map(({ status }) => status)).toEqual(Array(4).fill('cancelled'))
  await guest.goto(`/events?search=${title}`)
  await expect(guest.getByRole('article', { name: title })).toHaveCount(4)
  await expect(guest.getByText('Date 3 of 4')).toBeVisible()
})

test('attendees read the link of an event, a co-organizer edits it and removes an attendee', { tag: '@both' }, async ({
  page,
  newPage,
}) => {
  const helper = await newPage()
  const person = await newcomer(helper, 'Robin', '/events')
  await signInNew(page, '/events')
  const title = `Film ${randomUUID()}`
  const form = await fill(page, title)
  await form.getByText('More options').click()
  await form.getByLabel('Online link (optional)').fill('javascript:alert(1)')
  await form.getByLabel('Exact place (optional)').fill('Door 3, code 4711')
  await form.getByLabel('Step-free access').check()
  await form.getByLabel('Cost (optional)').fill('Free')
  await form.getByLabel('Co-organizers (optional)').fill(person.name)
  await form
    .getByRole('button', { name: `Add ${person.name}` })
    .first()
    .click()
  await form.getByRole('button', { name: 'Create Event' }).click()
  await expect(form.getByText('Enter a web address')).toBeVisible()
  await form.getByLabel('Online link (optional)').fill('https://meet.example/film')
  await form.getByRole('button', { name: 'Create Event' }).click()
  const open = page.getByRole('dialog', { name: title })
  await expect(open.getByText('Door 3, code 4711')).toBeVisible()
  await expect(open.getByRole('list', { name: 'Facts' })).toContainText('Step-free access')
  const { pathname, search } = new URL(page.url())

  const guest = await newPage()
  await signInNew(guest, pathname + search)
  const shown = guest.getByRole('dialog', { name: title })
  await expect(shown.getByText('Cost: Free')).toBeVisible()
  await expect(shown.getByText('Door 3, code 4711')).toHaveCount(0)
  await shown.getByRole('button', { name: `I’m in: RSVP to ${title}` }).click()
  await expect(shown.getByRole('link', { name: 'https://meet.example/film' })).toBeVisible()
  await expect(shown.getByText('Door 3, code 4711')).toBeVisible()

  await expect(open.getByText(`Organized with ${person.name}`)).toBeVisible()
  await helper.goto(pathname + search)
  const seen = helper.getByRole('dialog', { name: title })
  await expect(seen.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0)
  await seen.getByRole('button', { name: 'Edit', exact: true }).click()
  const edit = helper.getByRole('dialog', { name: 'Edit event' })
  await expect(edit.getByText('More options')).toBeVisible()
  await edit.getByText('More options').click()
  await expect(edit.getByLabel('Online link (optional)')).toHaveValue('https://meet.example/film')
  await expect(edit.getByLabel('Co-organizers (optional)')).toHaveCount(0)
  await edit.getByLabel('Location', { exact: true }).fill('Cinema')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(seen.getByText('Cinema')).toBeVisible()
  await seen
    .getByRole('list', { name: 'Going' })
    .getByRole('button', { name: /^Remove / })
    .click()
  const dialog = helper.getByRole('dialog', { name: 'Remove attendee' })
  await expect(dialog.getByText(/The online link is removed too/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(seen.getByText('0 going')).toBeVisible()
  await expect(seen.getByRole('link', { name: 'https://meet.example/film' })).toHaveCount(0)
  await guest.reload()
  await expect(shown.getByText('Removed by the host')).toBeVisible()
  await expect(shown.getByText('Door 3, code 4711')).toHaveCount(0)
})

test('a host removes an attendee, who comes back only when they are let in', { tag: '@both' }, async ({
  page,
  newPage,
}) => {
  const host = await newcomer(page, 'Hanna')
  const other = await newPage()
  const guest = await newcomer(other, 'Gus')
  const title = `Bonfire ${host.name}`
  const start = Math.floor(Date.now() / 1000) + 86_400
  const times = { start_date: start, end_date: start + 3600 }
  const made = await page.request.post('/api/events', {
    data: { title, description: 'Warm.', location: 'Lawn', ...times },
  })
  const { data } = (await made.json()) as { data: { id: string } }
  await other.goto(`/events?event=${data.id}`)
  const seen = other.getByRole('dialog', { name: title })
  await seen.getByRole('button', { name: `I’m in: RSVP to ${title}` }).click()
  await expect(seen.getByRole('button', { name: /^Going to/ })).toBeVisible()

  await page.goto(`/events?event=${data.id}`)
  await page.getByRole('button', { name: `Remove ${guest.name}` }).click()
  const confirm = page.getByRole('alertdialog').or(page.getByRole('dialog', { name: 'Remove attendee' }))
  await confirm.getByRole('button', { name: 'Remove', exact: true }).click()
  const removed = page.getByRole('list', { name: 'Removed' })
  await expect(removed.getByText(guest.name)).toBeVisible()
  await other.reload()
  await expect(seen.getByText('Removed by the host')).toBeVisible()

  await removed.getByRole('button', { name: `Let back in ${guest.name}` }).click()
  await expect(removed).toHaveCount(0)
  await other.reload()
  await seen.getByRole('button', { name: `I’m in: RSVP to ${title}` }).click()
  await expect(seen.getByRole('button', { name: /^Going to/ })).toBeVisible()
})
