import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect, settle, signIn, test } from './kit.ts'

const keyboardPx = 300

type Form = {
  readonly path: string
  /** Opens the form. */
  readonly open: (page: Page) => Promise<unknown>
  readonly title: RegExp
  /** The main field, and the button that sends the form. */
  readonly field: (form: Locator) => Locator
  readonly send: RegExp
}
const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()
/** Returns the id of a new professor without reviews: a user who has reviewed one gets a question before the form. */
async function addProfessor(page: Page) {
  const create = async (path: string, options: object) => {
    const reply = await page.request.post(path, options)
    expect(reply.status(), await reply.text()).toBe(201)
    return ((await reply.json()) as { data: { id: string } }).data.id
  }
  const key = randomUUID().slice(0, 8)
  const department_id = await create('/api/departments', { data: { name: `Forms ${key}` } })
  const multipart = { department_id, first_name: 'Nora', last_name: key, courses_taught: '["FM101 - Forms"]' }
  return create('/api/professors', { multipart })
}

const label = (name: string | RegExp) => (form: Locator) => form.getByLabel(name).first()

const forms: readonly Form[] = [
  { path: '/dashboard', open: press('Post'), title: /^Create Post$/, field: label('Your post'), send: /^Post$/ },
  {
    path: '/events',
    open: press('Create Event'),
    title: /^Create Event$/,
    field: label('Title'),
    send: /^Create Event$/,
  },
  {
    path: '/marketplace',
    open: press('Create Listing'),
    title: /^Create Listing$/,
    field: label('What are you selling?'),
    send: /^Create Listing$/,
  },
  {
    path: '/assignment-help',
    open: press('Ask for Help'),
    title: /^Ask for Help$/,
    field: label('Title'),
    send: /^Ask for Help$/,
  },
  {
    path: '/confessions',
    open: press('Confess'),
    title: /^New confession$/,
    field: label('Your confession'),
    send: /^Confess$/,
  },
  {
    path: '/groups',
    open: press('Create a group'),
    title: /^Create New Group$/,
    field: label('Group name'),
    send: /^Create group$/,
  },
  {
    path: '/groups',
    open: async (page) => {
      await page.locator('main a[href^="/groups/"]').first().click()
      await press('Create Post')(page)
    },
    title: /^Create Post$/,
    field: (form) => form.getByRole('textbox').first(),
    send: /^Post$/,
  },
  {
    path: '/rate-my-professor',
    open: async (page) => {
      await page.goto(`/rate-my-professor/${await addProfessor(page)}`)
      await press('Rate This Professor')(page)
    },
    title: /^Rate /,
    field: label('Review *'),
    send: /^Post review$/,
  },
  {
    path: '/rate-my-professor',
    open: press('Add Professor'),
    title: /^Add Professor$/,
    field: label(/^First name/),
    send: /^Add Professor$/,
  },
]

for (const { path, open, title, field, send } of forms)
  test(`the form ${title.source} of ${path} fits above the keyboard of a phone, and has no select of a few choices`, {
    tag: '@phone',
  }, async ({ page }) => {
    await signIn(page, 'ada@northfield.example', path)
    await settle(page)
    await open(page)
    const form = page.getByRole('dialog', { name: title })
    await field(form).focus()
    await page.evaluate(`{
      Object.defineProperty(visualViewport, 'height', { value: innerHeight - ${keyboardPx} })
      visualViewport.dispatchEvent(new Event('resize'))
    }`)
    await field(form).scrollIntoViewIfNeeded()
    const limit = 844 - keyboardPx
    for (const part of [field(form), form.getByRole('button', { name: send })]) {
      await expect
        .poll(async () => {
          const box = await part.boundingBox()
          return box !== null && box.y >= 0 && box.y + Math.min(box.height, 44) <= limit
        })
        .toBe(true)
    }
    // Departments are as many as the school has.
    const fixed = form.locator('select').and(form.getByLabel(/^(?!Department)/))
    const choices = await fixed.evaluateAll((all) => all.map(({ children }) => children.length))
    for (const count of choices) expect(count).toBeGreaterThanOrEqual(6)
  })
