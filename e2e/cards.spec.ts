import { expect, expectReady, newcomer, test } from './kit.ts'

test('a post is sent in a message from its menu, and its card follows the post', { tag: '@both' }, async ({
  page,
  newStudent,
  newPage,
}) => {
  const words = `The pelican club meets ${Math.random()}`
  await newcomer(page, 'Ines')
  const other = await newPage()
  const otto = await newcomer(other, 'Otto')
  const begun = await page.request.post('/conversations', { data: { participants: [otto.id] } })
  const { conversation_id } = await begun.json()
  const author = await newStudent('Alma')
  const { data: post } = await (await author.api.post('/api/posts', { data: { content: words } })).json()

  await page.goto(`/dashboard?post=${post.id}`)
  await expectReady(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Options for Alma/ })
    .click()
  await page.getByRole('menuitem', { name: 'Send in a message' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send in a message' })
  await expect(dialog.getByRole('link', { name: new RegExp(words) })).toBeVisible()
  await dialog.getByRole('searchbox', { name: 'Search conversations' }).fill('zzz')
  await expect(dialog.getByText('No conversations match')).toBeVisible()
  await dialog.getByRole('searchbox', { name: 'Search conversations' }).fill('otto')
  await dialog.getByRole('list', { name: 'Conversations' }).getByRole('button').click()
  await page.route(/\/messages$/, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  const failed = page.waitForEvent('requestfailed')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await failed
  await expect(dialog, 'the choice survives a failure').toBeVisible()
  await page.unroute(/\/messages$/)
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/messages/${conversation_id}$`))

  const card = (on: typeof page) =>
    on.getByRole('region', { name: 'Messages' }).getByRole('link', { name: new RegExp(words) })
  await expect(card(page)).toHaveCount(1)
  await other.goto(`/messages/${conversation_id}`)
  await expect(card(other)).toHaveAttribute('href', `/dashboard?post=${post.id}`)
  await author.api.delete(`/api/posts/${post.id}`)
  await other.reload()
  await expect(other.getByText('Not available to you')).toBeVisible()
  await expect(other.getByText('pelican')).toHaveCount(0)
})

test('a question and a professor are sent in a message from their pages', { tag: '@both' }, async ({
  page,
  newStudent,
  isMobile,
}) => {
  await newcomer(page, 'Ines')
  const otto = await newStudent('Otto')
  await page.request.post('/conversations', { data: { participants: [otto.id] } })
  const title = `Why do pelicans fly ${Math.random()}`
  const body = { title, description: 'They are heavy.', subject: 'Biology' }
  const { data: question } = await (await otto.api.post('/assignments', { data: body })).json()
  const { data: professors } = await (await page.request.get('/api/professors?limit=1')).json()
  const [professor] = professors
  const main = page.getByRole('main')
  const open = isMobile ? page.getByRole('dialog') : main // on a phone, over the list, which has the link too
  for (const { path, name, send } of [
    {
      path: `/assignment-help?question=${question.id}`,
      name: title,
      send: async () => {
        await open
          .getByRole('button', { name: `Options for ${title}` })
          .last()
          .click()
        await page.getByRole('menuitem', { name: 'Send in a message' }).click()
      },
    },
    {
      path: `/rate-my-professor/${professor.id}`,
      name: professor.full_name,
      send: () =>
        main
          .getByRole('link', { name: `Send ${professor.full_name} in a message` })
          .first()
          .click(),
    },
  ]) {
    await page.goto(path)
    await send()
    const dialog = page.getByRole('dialog', { name: 'Send in a message' })
    await expect(dialog.getByRole('link', { name })).toBeVisible()
    await dialog.getByRole('list', { name: 'Conversations' }).getByRole('button', { name: 'Otto' }).click()
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Messages' }).getByRole('link', { name })).toBeVisible()
  }
})
