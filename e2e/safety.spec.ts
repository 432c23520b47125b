import { randomUUID } from 'node:crypto'
import { listAllRows } from '../src/testing/all-rows.ts'
import { expectText, messageBox, messageField, startTwo } from './conversation.ts'
import { expect, expectLive, newcomer, quiet, test, watchRequests } from './kit.ts'
import { picture } from './pictures.ts'

test('a muted person and a hidden post leave the feed, and come back with undo and unmute', async ({
  page,
  newStudent,
}) => {
  const bo = await newStudent(`Cassius Muted ${randomUUID().slice(0, 8)}`)
  const words = [randomUUID(), randomUUID()]
  for (const content of words) expect((await bo.api.post('/api/posts', { data: { content } })).status()).toBe(201)
  await newcomer(page, 'Ophelia Reader')
  await page.goto('/dashboard')
  const post = (index: number) => page.getByRole('article').filter({ hasText: words[index] ?? '' })
  const choose = async (index: number, label: string) => {
    await post(index)
      .getByRole('button', { name: /^Options for Cassius’s post/ })
      .click()
    await page.getByRole('menuitem', { name: label, exact: true }).click()
  }

  await choose(0, 'Hide this')
  await expect(post(0)).toHaveCount(0)
  await expect(post(1)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(post(0)).toBeVisible()

  await choose(1, 'Mute Cassius')
  await expect(page.getByText(`You muted ${bo.name}. They won’t know.`, { exact: true })).toBeVisible()
  await expect(post(0)).toHaveCount(0)
  await expect(post(1)).toHaveCount(0)
  await page.goto(`/profile/${bo.id}`)
  await expect(page.getByRole('heading', { name: `You muted ${bo.name}` })).toBeVisible()

  await page.goto('/settings')
  await page.getByRole('link', { name: 'Safety settings' }).click()
  const muted = page.getByRole('list', { name: 'Muted people' })
  await expect(muted.getByText(bo.name, { exact: true })).toBeVisible()
  await muted.getByRole('button', { name: `Unmute ${bo.name}` }).click()
  await expect(page.getByText('No muted people', { exact: true })).toBeVisible()
  await page.goto(`/profile/${bo.id}`)
  await expect(post(0)).toBeVisible()
})

test('a stranger’s message waits until the student accepts it @both', async ({ page, newPage }) => {
  const ada = await newcomer(page, `Ophelia Asked ${randomUUID().slice(0, 8)}`, '/settings/safety')
  await page.getByRole('radio', { name: /^People I know/ }).check()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  const theirs = await newPage()
  const bo = await newcomer(theirs, `Cassius Asking ${randomUUID().slice(0, 8)}`, `/messages/${ada.id}`)
  await expect(theirs.getByText(/^Your first message asks them to accept/)).toBeVisible()
  const id = randomUUID()
  const words = `https://example.org is ${id}`
  const field = theirs.getByRole('textbox', { name: /message/i })
  await field.fill(words)
  await field.press('Enter')
  await expect(theirs.getByText('Sent. You can write again when they have accepted your request.')).toBeVisible()

  await page.goto('/messages')
  await expect(page.getByText('No conversations yet')).toBeVisible()
  await page.getByRole('link', { name: /^Message requests/ }).click()
  const card = page.getByRole('article', { name: `Request of ${bo.name}` })
  await expect(card.getByText(words, { exact: true })).toBeVisible()
  const link = { name: /example\.org/ }
  await expect(card.getByRole('link', link)).toHaveCount(0) // of a stranger it is plain text
  await expect(card.getByText(`${bo.name} would like to write to you`)).toBeVisible()
  await expect(card.getByText('They will not see that you have read this.', { exact: true })).toBeVisible()
  for (const name of ['Delete', 'Block', 'Report'])
    await expect(card.getByRole('button', { name, exact: true })).toBeVisible()
  await card.getByRole('button', { name: 'Accept' }).click()
  await expect(messageBox(page).getByText(id)).toBeVisible()
  await expect(messageBox(page).getByRole('link', link)).toBeVisible()
  const answer = randomUUID()
  const reply = page.getByRole('textbox', { name: /message/i })
  await reply.fill(answer)
  await reply.press('Enter')
  await expect(theirs.getByText(answer, { exact: true }).first()).toBeVisible()
  await page.goto('/messages?requests=true')
  await expect(page.getByRole('heading', { name: 'No message requests' })).toBeVisible()
})

test('an invitation to a conversation of several is declined or joined, and shows nothing of it before @both', async ({
  page,
  newStudent,
}) => {
  const [bo, cy] = [await newStudent('Cassius Inviting'), await newStudent('Cy Already')]
  const ada = await newcomer(page, 'Ophelia Invited', '/settings/safety')
  await page.getByRole('radio', { name: /^Friends(?! and)/ }).check()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const invite = async (title: string) => {
    const data = { participants: [ada.id, cy.id], title }
    const { conversation_id } = await (await bo.api.post('/api/conversations', { data })).json()
    await bo.api.post(`/api/conversations/${conversation_id}/messages`, { data: { content: `Before ${title}` } })
    return conversation_id as string
  }
  const card = page.getByRole('article', { name: `Request of ${bo.name}` })
  await invite('Night walks')
  await page.goto('/messages?requests=true')
  await expect(card.getByText(`${bo.name} would like to add you to “Night walks”`)).toBeVisible()
  await expect(page.getByText('Before Night walks')).toHaveCount(0)
  await card.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByRole('heading', { name: 'No message requests' })).toBeVisible()

  const id = await invite('Lake swimmers')
  await page.reload()
  await expect(card.getByText(`${bo.name} would like to add you to “Lake swimmers”`)).toBeVisible()
  await card.getByRole('button', { name: 'Join' }).click()
  await expect(page).toHaveURL(new RegExp(`/messages/${id}$`))
  await expect(messageBox(page).getByText(`${ada.name} joined the conversation.`)).toBeVisible()
  await expect(page.getByText('Before Lake swimmers')).toHaveCount(0)
  expect((await bo.api.post(`/api/conversations/${id}/messages`, { data: { content: 'Welcome' } })).status()).toBe(201)
  await expect(messageBox(page).getByText('Welcome', { exact: true })).toBeVisible()
})

test('a student’s profile for friends and shared groups shows others the name only, until they are friends @both', async ({
  page,
  newPage,
}) => {
  const ada = await newcomer(page, `Ophelia Reserved ${randomUUID().slice(0, 8)}`, '/settings/safety')
  const bio = randomUUID()
  expect((await page.request.put('/api/users/me', { data: { bio } })).status()).toBe(200)
  await page.getByRole('radio', { name: /^Friends and shared groups/ }).check()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  const theirs = await newPage()
  await newcomer(theirs, `Cassius Curious ${randomUUID().slice(0, 8)}`, `/profile/${ada.id}`)
  const line = theirs.getByText(`${ada.name} shows this profile to friends and people in shared groups.`, {
    exact: true,
  })
  await expect(line).toBeVisible()
  await expect(theirs.getByRole('navigation', { name: 'Profile' })).toHaveCount(0)
  await expect(theirs.getByRole('link', { name: 'Message', exact: true })).toBeVisible()
  await theirs.getByRole('button', { name: 'Add Friend' }).click()
  await page.goto('/friends?tab=requests')
  await page.getByRole('button', { name: /^Accept: Cassius/ }).click()
  await expect(theirs.getByText(bio, { exact: true })).toBeVisible()
  await expect(line).toHaveCount(0)
})

test('a muted word hides a post and its notification until the student shows it @both', async ({
  page,
  newStudent,
}) => {
  const bo = await newStudent(`Cassius Loud ${randomUUID().slice(0, 8)}`)
  const ada = await newcomer(page, `Ophelia Calm ${randomUUID().slice(0, 8)}`, '/settings/safety')
  const word = `exam${randomUUID().slice(0, 8)}`
  await expect(page.getByText('No muted words', { exact: true })).toBeVisible()
  const enter = async (text: string) => {
    await page.getByRole('button', { name: 'Mute a word' }).click()
    await page.getByRole('textbox', { name: 'Word' }).fill(text)
    await page.getByRole('button', { name: 'Mute word' }).click()
  }
  await enter(word)
  const words = page.getByRole('list', { name: 'Muted words' })
  await expect(words.getByText(word, { exact: true })).toBeVisible()
  await expect(words.getByText('Whole word · Everywhere')).toBeVisible()
  await enter(` ${word.toUpperCase()} `)
  await expect(page.getByText('This word is already in the list.', { exact: true })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Word' })).toHaveValue(` ${word.toUpperCase()} `)
  await page.getByRole('button', { name: 'Cancel' }).click()

  const data = { content: `@${ada.name} the ${word} is near`, mentions: [ada.id] }
  expect((await bo.api.post('/api/posts', { data })).status()).toBe(201)
  await page.goto('/dashboard')
  const post = page.getByRole('article').filter({ hasText: word })
  const line = page.getByText(`Hidden by your word “${word}”`, { exact: true })
  await expect(line).toBeVisible()
  await expect(post).toHaveCount(0)
  await page.getByRole('listitem').filter({ has: line }).getByRole('button', { name: 'Show' }).click()
  await expect(post).toBeVisible()
  await page.goto('/notifications')
  await expect(page.getByText(bo.name)).toHaveCount(0)

  await page.goto('/settings/safety')
  await words.getByRole('button', { name: `Remove ${word}` }).click()
  await expect(page.getByText('No muted words', { exact: true })).toBeVisible()
  await page.goto('/dashboard')
  await expect(post).toBeVisible()
})

test('a post with a note starts collapsed, and its pictures stay covered', async ({ page, newPage }) => {
  const theirs = await newPage()
  await newcomer(theirs, `Cassius Careful ${randomUUID().slice(0, 8)}`, '/dashboard')
  const words = randomUUID()
  await theirs.getByRole('button', { name: /^What’s new/ }).click()
  const composer = theirs.getByRole('dialog', { name: 'Create Post' })
  await composer.getByRole('textbox', { name: 'Your post' }).fill(words)
  await composer.getByText('Add a note', { exact: true }).click()
  const note = `exams ${randomUUID().slice(0, 8)}`
  await composer.getByRole('textbox', { name: 'Note' }).fill(note)
  await composer.getByRole('checkbox', { name: /^Sensitive pictures/ }).check()
  await composer
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'cake.png', mimeType: 'image/png', buffer: await picture(400, 300) })
  await expect(composer.getByRole('progressbar')).toHaveCount(0)
  await composer.getByRole('button', { name: 'Post', exact: true }).click()
  const own = theirs.getByRole('article').filter({ hasText: words })
  await expect(own.getByText(`Note: ${note}`)).toBeVisible()

  await own.getByRole('button', { name: /^Comment/ }).click()
  await own.getByRole('button', { name: 'Add a note' }).click()
  await own.getByRole('textbox', { name: 'Note' }).fill(`food ${note}`)
  await own.getByRole('textbox', { name: 'Write a comment' }).fill(`Cake ${words}`)
  await own.getByRole('button', { name: 'Send' }).click()
  await expect(own.getByText(`Note: food ${note}`)).toBeVisible()
  await own.getByRole('button', { name: 'Options for Cassius’s comment' }).click()
  await expect(theirs.getByRole('menuitem', { name: 'Edit note' })).toBeVisible()

  await newcomer(page, `Ophelia Reads ${randomUUID().slice(0, 8)}`, '/dashboard')
  const card = page.getByRole('article').filter({ hasText: `Note: ${note}` })
  await expect(page.getByText(words)).toHaveCount(0)
  await card.getByRole('button', { name: 'Show', exact: true }).first().click()
  await expect(page.getByText(words)).toBeVisible()
  await expect(card.getByText('Sensitive picture', { exact: true })).toBeVisible()
  const photo = card.getByRole('button', { name: 'Photo 1 of 1' })
  await expect(photo).toHaveCount(0) // it is not even loaded
  await card.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(photo).toBeVisible()

  await page.goto('/settings/safety')
  await page.getByRole('radio', { name: /^Hide entirely/ }).check()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(card).toHaveCount(0)
})

test('a phrase of a crisis shows help, sends nothing and is stored in no table @both', async ({ page, db }) => {
  watchRequests(page)
  await newcomer(page, `Ophelia Sad ${randomUUID().slice(0, 8)}`, '/confessions')
  await expectLive(page) // so that the first press loads what any press needs
  await page.getByRole('button', { name: 'Confess', exact: true }).first().click()
  const composer = page.getByRole('dialog', { name: 'New confession' })
  const field = composer.getByRole('textbox', { name: 'Your confession' })
  await field.fill('Some days are fine')
  await expect(composer.locator('[role=status]:empty')).toHaveCount(1)
  await quiet(page)
  const requests: string[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/impression')) requests.push(request.url()) // advertisements of the list
  })
  const help = composer.getByRole('region', { name: 'Help' })
  await expect(help).toHaveCount(0)
  await field.fill('Some days I want to die')
  await expect(help.getByText(/^You do not have to be alone with this\./)).toBeVisible()
  await expect(composer.getByRole('button', { name: 'Confess' })).toBeEnabled() // nothing is blocked
  expect(requests).toEqual([])
  await help.getByRole('button', { name: 'Save for later' }).click()
  await expect(composer).toHaveCount(0)
  await page.goto('/confessions')
  await page.getByRole('button', { name: 'Confess', exact: true }).first().click()
  await expect(field).toHaveValue('Some days I want to die')
  const rows = await listAllRows({ db })
  expect(rows.filter((row) => row.includes('Some days I want to die'))).toEqual([])
  expect(rows.some((row) => row.includes('Ophelia Sad'))).toBe(true)
  await field.fill('')
  await page.keyboard.press('Escape')

  await page.goto('/settings/safety')
  await page.getByRole('switch', { name: 'Show the crisis card' }).click()
  await expect(page.getByRole('switch', { name: 'Show the crisis card' })).not.toBeChecked()
  await page.goto('/confessions')
  await page.getByRole('button', { name: 'Confess', exact: true }).first().click()
  await field.fill('Some days I want to die')
  await expect(composer.getByRole('button', { name: 'Confess' })).toBeEnabled()
  await expect(help).toHaveCount(0)
})

test('a phrase of a crisis in a comment shows help, and is kept or posted as the student wishes @both', async ({
  page,
  newStudent,
}) => {
  watchRequests(page)
  const bo = await newStudent(`Cassius ${randomUUID().slice(0, 8)}`)
  const content = `A long week ${randomUUID()}`
  expect((await bo.api.post('/api/posts', { data: { content } })).status()).toBe(201)
  await newcomer(page, 'Ophelia Sad', '/dashboard')
  await expectLive(page)
  await page
    .getByRole('article')
    .filter({ hasText: content })
    .getByRole('button', { name: /comment/i })
    .first()
    .click()
  const field = page.getByRole('textbox', { name: 'Write a comment' })
  await field.fill('Some days are fine')
  await expect(page.locator('form [role=status]:empty')).toHaveCount(1)
  await quiet(page)
  const requests: string[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/impression')) requests.push(request.url())
  })
  const help = page.getByRole('region', { name: 'Help' })
  await expect(help).toHaveCount(0)
  await field.fill('On Mondays I want to die')
  await expect(help.getByText(/^You do not have to be alone with this\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled() // nothing is blocked
  // By keyboard: under a pointer, the link that takes its place would load the code of its page.
  await help.getByRole('button', { name: 'Save for later' }).press('Enter')
  await expectText(page, 'Draft saved')
  await expect(help).toHaveCount(0)
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('On Mondays I want to die')
  expect(requests).toEqual([])
  await field.fill('On Mondays I want to die, but not today')
  await help.getByRole('button', { name: 'Post anyway' }).click()
  await expect(page.getByText('On Mondays I want to die, but not today').first()).toBeVisible()
  await expect(field).toHaveValue('')
})

test('a phrase of a crisis in a message shows help, and its draft stays on the device @both', async ({
  pageWithClock: page,
  newPage,
  db,
}) => {
  const text = `Some nights I want to die ${randomUUID()}`
  watchRequests(page)
  await startTwo(page, newPage)
  await expectLive(page)
  const field = messageField(page)
  const findDraft = async () => {
    const { data } = await (await page.request.get('/api/conversations')).json()
    return (data as { draft: string | null }[])[0]?.draft
  }
  await field.fill('Some days are fine')
  await page.clock.fastForward(2000)
  await expect.poll(findDraft).toBe('Some days are fine')
  await expect(page.locator('form [role=status]:empty')).toHaveCount(1)
  await field.press('Shift') // so that the first press loads what any press needs
  await page.locator('p.fixed[role=status]').waitFor({ state: 'attached' })
  await quiet(page)
  const requests: string[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/typing')) requests.push(request.url()) // sent for any text
  })
  const help = page.getByRole('region', { name: 'Help' })
  await expect(help).toHaveCount(0)
  await field.fill(text)
  await expect(help.getByText(/^You do not have to be alone with this\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
  await page.clock.fastForward(4000) // drafts of other texts are stored after 1.5 seconds
  await help.getByRole('button', { name: 'Save for later' }).click()
  await expectText(page, 'Draft saved')
  await expect(help).toHaveCount(0)
  await expect(field).toBeFocused()
  await page.clock.fastForward(4000)
  expect(requests).toEqual([])
  expect(await findDraft()).toBe('Some days are fine')
  expect((await listAllRows({ db })).filter((row) => row.includes(text))).toEqual([])

  await page.reload()
  await expect(field).toHaveValue(text)
  await help.getByRole('button', { name: 'Post anyway' }).click()
  await expect(messageBox(page).getByText(text)).toBeVisible()
  await expect(field).toHaveValue('')
  await expect.poll(findDraft).toBe(null)
})

test('a change of a post and of a message that speaks of a crisis shows help, and waits on the device @both', async ({
  page,
  newPage,
  db,
}) => {
  const id = randomUUID()
  const text = `Since then I want to die ${id}`
  const { otto } = await startTwo(page, newPage)
  expect((await page.request.post('/api/posts', { data: { content: `A long week ${id}` } })).status()).toBe(201)
  const begun = await page.request.post('/api/conversations', { data: { participant_id: otto.id } })
  const { conversation_id } = await begun.json()
  await page.request.post(`/api/conversations/${conversation_id}/messages`, { data: { content: `Hello ${id}` } })
  const help = page.getByRole('region', { name: 'Help' })

  await page.goto('/dashboard')
  const card = page.getByRole('article').filter({ hasText: id })
  const editPost = async () => {
    await card.getByRole('button', { name: /^Options for .* post/ }).click()
    await page.getByRole('menuitem', { name: 'Edit post' }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'Edit post' })
  const post = dialog.getByLabel('Your post')
  await editPost()
  await post.fill(text)
  await expect(help.getByText(/^You do not have to be alone with this\./)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Save changes' })).toBeEnabled() // nothing is blocked
  await help.getByRole('button', { name: 'Save for later' }).click()
  await expect(dialog).toHaveCount(0)
  await editPost()
  await expect(post).toHaveValue(text)
  await page.keyboard.press('Escape')

  await page.goto(`/messages/${conversation_id}`)
  const sent = messageBox(page).getByRole('listitem').filter({ hasText: id })
  await expect(sent).toHaveCount(1)
  const editMessage = async () => {
    await sent.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Edit message' }).click()
  }
  const message = page.getByLabel('Edit your message')
  await editMessage()
  await message.fill(text)
  await help.getByRole('button', { name: 'Save for later' }).click()
  await expectText(page, 'Draft saved')
  await expect(message).toHaveCount(0)
  await expect(messageField(page)).toBeFocused()
  await page.reload()
  await editMessage()
  await expect(message).toHaveValue(text)
  expect((await listAllRows({ db })).filter((row) => row.includes(text))).toEqual([])
  await help.getByRole('button', { name: 'Post anyway' }).click()
  await expect(sent.getByText(text)).toBeVisible()
  await expect(help).toHaveCount(0)
  await editMessage()
  await page.getByRole('button', { name: 'Cancel editing' }).click()
  await editMessage()
  await expect(message).toHaveValue(text)
  await expect(help).toHaveCount(0)
})

test('a change of a scheduled message that speaks of a crisis shows help, and waits on the device @both', async ({
  page,
  newPage,
  db,
}) => {
  const text = `By then I want to die ${randomUUID()}`
  const { otto } = await startTwo(page, newPage)
  const begun = await page.request.post('/api/conversations', { data: { participant_id: otto.id } })
  const { conversation_id } = await begun.json()
  const send_at = Math.floor(Date.now() / 1000) + 24 * 3600
  const data = { content: 'See you at noon', send_at }
  expect((await page.request.post(`/api/conversations/${conversation_id}/messages`, { data })).status()).toBe(201)
  await page.goto(`/messages/${conversation_id}`)
  const list = page.getByRole('dialog', { name: 'Scheduled messages' })
  const dialog = page.getByRole('dialog', { name: 'Edit scheduled message' })
  const field = dialog.getByLabel('Message')
  const help = dialog.getByRole('region', { name: 'Help' })
  const edit = async () => {
    await page.getByRole('button', { name: 'Conversation options' }).click()
    await page.getByRole('menuitem', { name: 'Scheduled messages' }).click()
    await list.getByRole('button', { name: 'Edit' }).click()
  }
  await edit()
  await expect(help).toHaveCount(0)
  await field.fill(text)
  await expect(help.getByText(/^You do not have to be alone with this\./)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeEnabled() // nothing is blocked
  await help.getByRole('button', { name: 'Save for later' }).click()
  await expectText(page, 'Draft saved')
  await expect(dialog).toHaveCount(0)
  await expect(list.getByText('See you at noon')).toBeVisible()
  await page.reload()
  await edit()
  await expect(field).toHaveValue(text)
  expect((await listAllRows({ db })).filter((row) => row.includes(text))).toEqual([])
  await help.getByRole('button', { name: 'Post anyway' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(list.getByText(text)).toBeVisible()
  await list.getByRole('button', { name: 'Edit' }).click()
  await expect(field).toHaveValue(text)
  await expect(help).toHaveCount(0)
})

test('a message that speaks of a crisis is not stored as a draft while another one is edited', async ({
  pageWithClock: page,
  newPage,
  db,
}) => {
  const text = `Some nights I want to die ${randomUUID()}`
  const { otto } = await startTwo(page, newPage)
  const begun = await page.request.post('/api/conversations', { data: { participant_id: otto.id } })
  const { conversation_id } = await begun.json()
  await page.request.post(`/api/conversations/${conversation_id}/messages`, { data: { content: 'Hello' } })
  await page.goto(`/messages/${conversation_id}`)
  const field = messageField(page)
  const sent = messageBox(page).getByRole('listitem').filter({ hasText: 'Hello' })
  await expect(sent).toHaveCount(1)
  await field.fill(text)
  await expect(page.getByRole('region', { name: 'Help' })).toBeVisible()
  await sent.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Edit message' }).click()
  const edited = page.getByLabel('Edit your message')
  await edited.fill('Hello again')
  await page.clock.fastForward(4000) // drafts of other texts are stored after 1.5 seconds
  const updated = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
  await edited.press('Enter')
  await updated
  await expect(field).toHaveValue(text)
  await page.clock.fastForward(4000)
  await expect(page.getByRole('region', { name: 'Help' })).toBeVisible()
  expect((await listAllRows({ db })).filter((row) => row.includes(text))).toEqual([])
})
