import { expect, type Page } from '@playwright/test'
import { picture } from '../e2e/pictures.ts'
import {
  author,
  firstComer,
  guardedPost,
  helper,
  leaver,
  longName,
  newcomer,
  sealedPost,
  settling,
  warned,
} from './tour-people.ts'

type Step = (page: Page) => Promise<unknown>
type Device = 'phone' | 'desk'
type Fault = 'slow' | 'failing' | 'incomplete'
export type State = {
  readonly name: string
  /** The demo user of the screenshot; empty for a signed-out client. */
  readonly as: string
  readonly path: string
  readonly steps: readonly Step[]
  /** Simulated network fault: API calls never return, or all fail, or a cell is missing in lists of all schools. */
  readonly network?: Fault
  /** Only on one kind of device. */
  readonly only?: Device
}

const ada = 'ada@northfield.example'
const dean = 'dean@northfield.example'
const site = 'site@northfield.example'
const nobody = ''

type Name = string | RegExp
const press =
  (name: Name, which = 0): Step =>
  (page) =>
    page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .nth(which)
      .click()
/** A button in a dialog, which may open with a delay. */
const within =
  (dialog: string, name: string): Step =>
  (page) =>
    page.getByRole('dialog', { name: dialog }).getByRole('button', { name, exact: true }).click()
const openTab =
  (name: string): Step =>
  (page) =>
    page.getByRole('dialog').getByRole('tab', { name }).click()
const item =
  (name: Name): Step =>
  (page) =>
    page.getByRole('menuitem', { name }).first().click()
const go =
  (name: Name): Step =>
  (page) =>
    page.getByRole('link', { name }).first().click()
const into =
  (address: string): Step =>
  (page) =>
    page.locator(`main a[href^="${address}"]`).first().click()
const write =
  (label: Name, text: string): Step =>
  (page) =>
    page.getByLabel(label).first().fill(text)
const key =
  (name: string): Step =>
  (page) =>
    page.keyboard.press(name)
/** Types letter by letter, as a user does. */
const type =
  (label: Name, text: string): Step =>
  (page) =>
    page.getByLabel(label).first().pressSequentially(text)
const choose =
  (label: Name, option: string): Step =>
  (page) =>
    page.getByLabel(label).first().selectOption(option)
const check =
  (name: Name): Step =>
  (page) =>
    page.getByRole('radio', { name }).first().check({ force: true })
/** Opens folded fields. */
const unfold =
  (text: string): Step =>
  (page) =>
    page.getByText(text, { exact: true }).first().click()
/** Selects a number of images for a file field and waits until they are uploaded or have failed. */
const attach =
  (label: string, count: number): Step =>
  async (page) => {
    const buffer = await picture(400, 300)
    const files = Array.from({ length: count }, (_, index) => ({
      ...{ name: `photo-${index + 1}.png`, mimeType: 'image/png', buffer },
    }))
    const dialog = page.getByRole('dialog').last()
    await dialog
      .locator(`input[type=file]${label ? `[aria-label="${label}"]` : ''}`)
      .first()
      .setInputFiles(files)
    await expect(dialog.getByRole('progressbar')).toHaveCount(0)
  }
/** From now on, calls to these URLs fail. */
const refuse =
  (address: string | RegExp, status = 500): Step =>
  (page) =>
    page.route(address, (route) => route.fulfill({ status, json: {} }))
/** From now on, calls to these URLs do not return. */
const hang =
  (address: string): Step =>
  (page) =>
    page.route(address, () => {})
/** The server refuses a claim, since the moderator has three. */
const refuseFourthClaim: Step = (page) =>
  page.route('**/claim', (route) =>
    route.fulfill({
      status: 409,
      json: {
        success: false,
        error: 'You have claimed three cases. Release one first.',
        code: 'conflict',
        claims: ['Cheap watches, two for one', 'Whispered in the reading room', ''].map((content, index) => ({
          id: missing.replace('4', String(index)),
          content_type: index === 1 ? 'confession' : 'post',
          content,
        })),
      },
    }),
  )
const shows =
  (text: Name): Step =>
  (page) =>
    expect(page.getByText(text).locator('visible=true').first()).toBeVisible()
const offline: Step = (page) => page.context().setOffline(true)
/** Presses a key, and waits for the code that then says when the server cannot be reached. */
const keeper: Step = async (page) => {
  await page.locator('html[data-live=open]').waitFor() // a key pressed earlier is not noticed
  await page.keyboard.press('Shift')
  await page.locator('p.fixed[role=status]').waitFor({ state: 'attached' })
}
const attachNotes: Step = (page) =>
  page.getByLabel('Files to send').setInputFiles({
    name: 'Notes of the first week of lectures.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7'.padEnd(123_456)),
  })
/** Chooses photos for a message; the server refuses those that are broken. */
const choosePhotos =
  (count: number, { broken = -1 } = {}): Step =>
  async (page) => {
    const photo = await picture(400, 300)
    const files = Array.from({ length: count }, (_, index) => ({
      ...{ name: `photo-${index + 1}.png`, mimeType: 'image/png' },
      buffer: index === broken ? Buffer.from('not a photo') : photo,
    }))
    await page.getByLabel('Photos to send').setInputFiles(files)
  }
const noMicrophone: Step = (page) =>
  page.evaluate(`navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))`)
/** A microphone that hears nothing. */
const silence: Step = (page) =>
  page.evaluate(`{
    const { stream } = new AudioContext().createMediaStreamDestination()
    navigator.mediaDevices.getUserMedia = () => Promise.resolve(stream)
  }`)
const unsent: Step = (page) =>
  page.route('**/conversations/*/messages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
/** Closes the notice of the decision, which is shown once. */
const understand: Step = async (page) => {
  const { data } = (await (await page.request.get('/api/moderation/notifications')).json()) as { data: unknown[] }
  if (data.length > 0) await page.getByRole('button', { name: 'I Understand' }).click()
}
const missing = '00000000-0000-4000-8000-000000000000'

const down =
  (pixels: number): Step =>
  (page) =>
    page.evaluate(`scrollTo(0, ${pixels})`)

/** What the browser says about notifications. */
const pushSupport =
  (support: 'ready' | 'blocked' | 'ios'): Step =>
  (page) =>
    page.evaluate(
      support === 'ios'
        ? `delete window.PushManager; Object.defineProperty(navigator, 'userAgent', { value: 'iPhone' })`
        : `Object.defineProperty(Notification, 'permission', { value: '${support === 'ready' ? 'default' : 'denied'}' })`,
    )
/** From now on, the school checks anonymous texts for names, and finds some. */
const namesSomeone: Step = (page) =>
  page.route('**/api/confessions', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 409,
          json: {
            success: false,
            error: 'This text names someone. Please read it again.',
            code: 'names_person',
            what: [{ kind: 'name', name: 'Alan Teo' }, { kind: 'phone' }],
          },
        })
      : route.fallback(),
  )
const reload: Step = (page) => page.reload()
/** A school where no one can tell after some days who wrote something anonymous. */
const endsAfter =
  (days: number): Step =>
  async (page) => {
    await page.route('**/api/me', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), unmaskable_days: days } })
    })
    await page.reload()
  }
/** Devices that receive pushes. A test is sent to none of them. */
const pushDevices: Step = async (page) => {
  const device = { created_at: 1764000000, last_ok_at: null, is_current: true }
  const data = [
    { ...device, id: missing, host: 'fcm.googleapis.com' },
    { ...device, id: missing.replace('4', '5'), host: 'web.push.apple.com', last_ok_at: 1764000000, is_current: false },
  ]
  await page.route('**/push/subscriptions', (route) => route.fulfill({ json: { success: true, data } }))
  await page.route('**/push/test', (route) => route.fulfill({ json: { success: true } }))
  await page.reload()
}

/** Another user writes a post while this page listens. */
const postByOther: Step = async (page) => {
  await expect(page.locator('html[data-live=open]')).toBeAttached()
  const other = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin })
  if (!other) throw new Error('The page has no browser')
  await (await other.newPage()).goto(`/auth/google?login_hint=${helper}`)
  const answer = await other.request.post('/api/posts', { data: { content: words } })
  expect(answer.status()).toBe(201)
  await other.close()
}

/** Part of the account sheet of a phone. */
const chooseSchool =
  (name: string): Step =>
  async (page) => {
    if ((page.viewportSize()?.width ?? 0) < 1024) await press(/account and school$/)(page)
    await choose('Filter by School', name)(page)
  }
/** Part of the filters of a phone. */
const syncCalendar: Step = async (page) => {
  if ((page.viewportSize()?.width ?? 0) < 1024) await press(/^Filters/)(page)
  await press('Sync calendar')(page)
}

const at = (name: string, as: string, path: string, ...steps: readonly Step[]) => ({
  ...{ name, as, path, steps },
  /** The same state with more steps. */
  with: (...more: readonly Step[]): State => ({ name, as, path, steps: [...steps, ...more] }),
})
const on = (only: Device, state: State): State => ({ ...state, only })
const slow = (as: string, path: string): State => ({ ...at(`${toPageName(path)} loading`, as, path), network: 'slow' })
const failing = (as: string, path: string): State => ({
  ...at(`${toPageName(path)} failed`, as, path),
  network: 'failing',
})
const empty = (path: string): State => at(`${toPageName(path)} empty`, firstComer, path)
const toPageName = (path: string) => path.replace(/^\//, '').replace(/[/?=&]+/g, ' ')

const pages = ['/dashboard', '/profile', '/friends', '/messages', '/events', '/marketplace', '/assignment-help'].concat(
  [
    '/confessions',
    '/groups',
    '/rate-my-professor',
    '/notifications',
    '/settings',
    '/settings/safety',
    '/not-sent',
    '/decisions',
    '/reports',
    '/transparency',
  ],
)
const head = 'head@easton.example'
const adminTabs = [
  'overview',
  'reports',
  'appeals',
  'seals',
  'notices',
  'moderation',
  'users',
  'content',
  'analytics',
  'ads',
  'settings',
]
const words = 'Golden hour over the lawn tonight. The rowing club came back just as the bells rang.'

/** A short feed, as background for what opens over it. */
const ownPosts = '/dashboard?filter=my-posts'
/** Opens the conversation with this last message. */
const openChat =
  (text: string): Step =>
  (page) =>
    page.getByRole('link').filter({ hasText: text }).first().click()
const openPrices: Step = (page) => page.getByText('Price history').click()
const openFirst: Step = (page) => page.locator('main article').locator('h2 a, h3 a, h3 button').first().click()
/** Opens the first case. */
const caseLink = (page: Page) => page.getByRole('list', { name: 'Pending cases' }).getByRole('link').first().click()
const reportsOfSealed = `/admin?tab=reports&view=table&search=${encodeURIComponent(sealedPost)}`
const reportsOfGuarded = `/admin?tab=reports&view=table&search=${encodeURIComponent(guardedPost)}`
const details = ['/profile/', '/groups/', '/rate-my-professor/'].map((path) => `${path}${missing}`)

/** Ada has reviewed the first professor of the list under her name. */
const writesReview = [into('/rate-my-professor/'), press('Rate This Professor'), press('Review another course')]

/** Every state of every screen, one per line, by area. Add yours to its area. */
export const states: Readonly<Record<string, readonly State[]>> = {
  'way in': [
    at('login', nobody, '/login'),
    at('login failed', nobody, '/login?error=oauth_failed'),
    at('notice', nobody, '/notice'),
    at('notice wrong', nobody, '/notice', press('Send notice')),
    at('notice expired', nobody, `/notice/${'x'.repeat(43)}`),
    at('schools', nobody, '/login', press('View supported schools')),
    at('school chosen', nobody, '/login', press('View supported schools'), press(/Easton/)),
    at('identity provider', nobody, '/auth/google'),
    at('suspended', 'sam@northfield.example', '/blocked'),
    at('banned', 'mallory@northfield.example', '/blocked'),
    at('terms', 'terms@northfield.example', '/dashboard'),
    at('first step', newcomer, '/dashboard', shows('About you')),
    at('people step', newcomer, '/dashboard', press('Skip'), shows('People you may know')),
    at('groups step', newcomer, '/dashboard', press('Skip'), press('Skip'), shows('Groups to join')),
    at('get settled', settling, '/dashboard', shows('RSVP to an event')),
    at('lost', ada, '/no/such/page'),
    at('account active', ada, '/blocked'),
    at('account deleted', leaver, '/blocked'),
    at('warning', warned, '/dashboard', shows('Please be kind.')),
    at('offline', nobody, '/offline.html'),
    at('outbox', nobody, '/outbox'),
    at('unsubscribe', nobody, '/unsubscribe/nonsense'),
    at('unsubscribe failed', nobody, '/unsubscribe/nonsense', press('Unsubscribe')),
  ],
  shell: [
    on('phone', at('menu', ada, ownPosts, press('Menu'))),
    on('phone', at('more', ada, ownPosts, press('More'))),
    on('phone', at('more admin', dean, '/dashboard', press('More'))),
    on('desk', at('account', ada, ownPosts, press('Your account'))),
    at('shortcuts', ada, ownPosts, key('?')),
    at('search', ada, ownPosts, press(/^Search/)),
    at('search found', ada, ownPosts, press(/^Search/), (page) => page.keyboard.type('chess')),
    at('search not loaded', ada, ownPosts, hang('**/assets/Palette-*.js'), press(/^Search/)),
    at('part offline', ada, ownPosts, offline, press('Post'), shows('This isn’t available offline')),
    at('page offline', ada, ownPosts, offline, go('Messages'), shows('This page is not available offline')),
    at('new version', ada, ownPosts, refuse('**/assets/*.js', 404), press('Post'), shows(/new version/)),
  ],
  feed: [
    at('feed', ada, '/dashboard'),
    at('feed further down', ada, '/dashboard', down(1800)),
    at('feed offline', ada, '/dashboard', keeper, offline, shows(/^Offline\. You see the state of/)),
    at('new posts', ada, '/dashboard', postByOther, shows(/^\d+ new posts?$/)),
    at('comments', ada, '/dashboard', press(/, [1-9]\d* comments?$/)),
    at(
      'comments failed',
      ada,
      '/dashboard',
      refuse('**/comments'),
      press(/, [1-9]\d* comments?$/),
      shows('We couldn’t load the comments.'),
    ),
    at('comment with a note', ada, '/dashboard', press(/, [1-9]\d* comments?$/), press('Add a note')),
    at('help beside a comment', ada, '/dashboard', press(/, [1-9]\d* comments?$/)).with(
      write('Write a comment', 'Today I want to die'),
      shows(/^You do not have to be alone/),
    ),
    at('reply', ada, '/dashboard', press(/, [1-9]\d* comments?$/), press('Reply')),
    at('create post', ada, ownPosts, press('Post')),
    at('create post typed', ada, ownPosts, press('Post'), write('Your post', words)),
    at(
      'create post that ends',
      ada,
      ownPosts,
      endsAfter(365),
      press('Post'),
      (page) => page.getByLabel('Post anonymously').check(),
      shows(/After 365 days no one can tell/),
    ),
    at(
      'comment that ends',
      author,
      `/dashboard?search=${encodeURIComponent(sealedPost)}`,
      endsAfter(365),
      press(/, (\d+|no) comments?$/),
      shows(/After 365 days no one can tell/),
    ),
    at('create post pictures', ada, ownPosts, press('Post'), write('Your post', words), attach('', 10)),
    at('create post failed', ada, ownPosts, refuse('**/upload'), press('Post'), attach('', 1), shows('Upload failed')),
    at('mention', ada, ownPosts, press('Post'), type('Your post', 'Ask @Grace'), shows('Grace Mbeki')),
    at('post', ada, '/notifications', go(/commented on your post/)),
    at('post gone', ada, `/dashboard?post=${missing}`),
    at('own post menu', ada, '/dashboard?filter=my-posts', press(/^Options for .* post/)),
    at('edit post', ada, '/dashboard?filter=my-posts', press(/^Options for .* post/), item('Edit post')),
    at('add a note', ada, '/dashboard?filter=my-posts', press(/^Options for .* post/), item('Add a note')),
    at('report details', ada, '/dashboard?filter=friends', press(/^Options for .* post/), item('Report post')).with(
      check('Misinformation'),
      write('Details (optional)', 'It does not show any kittens.'),
    ),
    at('post menu', ada, '/dashboard', press(/^Options for .* post/)),
    at('report', ada, '/dashboard?filter=friends', press(/^Options for .* post/), item('Report post')),
    at('delete', ada, '/dashboard?filter=my-posts', press(/^Options for .* post/), item('Delete post')),
    at('picture', ada, '/dashboard', press(/^Photo 1 of/)),
    at('picture that asks', ada, '/dashboard?search=sundial', press('Photo 1 of 1'), shows('Ask before saving')),
    at('nothing found', ada, '/dashboard?search=zzzzzz'),
    at('feed long name', longName, '/dashboard?filter=my-posts'),
  ],
  profile: [
    at('own', ada, '/profile'),
    at('own about', ada, '/profile?tab=about'),
    at('own friends', ada, '/profile?tab=friends'),
    at('edit', ada, '/profile', press('Edit profile')),
    at(
      'edit wrong',
      ada,
      '/profile',
      press('Edit profile'),
      write('Name', ' '),
      press('Save'),
      shows('Enter your name'),
    ),
    at('blocked by oneself', author, '/friends?tab=blocked', into('/profile/'), shows(/^You blocked/)),
    at('hidden', ada, '/friends?tab=directory&q=settling', into('/profile/'), shows(/shows this profile to friends/)),
    at('not found', ada, '/profile/00000000-0000-4000-8000-000000000000'),
    at('other', ada, '/friends?tab=friends', into('/profile/')),
    at('other menu', ada, '/friends?tab=friends', into('/profile/'), press(/^More options for/)),
    at('long name', longName, '/profile'),
    at('long name edit', longName, '/profile', press('Edit profile')),
  ],
  friends: [
    at('friends', ada, '/friends?tab=friends'),
    ...['requests', 'sent', 'blocked', 'directory'].map((tab) => at(tab, ada, `/friends?tab=${tab}`)),
    at('directory letter', ada, '/friends?tab=directory&letter=G'),
    at('friend menu', ada, '/friends?tab=friends', press(/^More options for/)),
    at('remove', ada, '/friends?tab=friends', press(/^More options for/), item('Remove friend')),
    at('block', ada, '/friends?tab=friends', press(/^More options for/), item('Block')),
  ],
  messages: [
    at('messages', ada, '/messages'),
    at('conversation', ada, '/messages', into('/messages/')),
    at(
      'conversation offline',
      ada,
      '/messages',
      into('/messages/'),
      keeper,
      offline,
      write(/^Message to/, 'See you at noon'),
      key('Enter'),
      shows('Waiting for a connection'),
    ),
    at('conversation menu', ada, '/messages', into('/messages/'), press('Conversation options')),
    at(
      'file waiting',
      ada,
      '/messages',
      into('/messages/'),
      keeper,
      offline,
      attachNotes,
      shows('Waiting for a connection'),
    ),
    at('photos chosen', author, '/messages', into('/messages/'), choosePhotos(7)).with(
      write(/^Message to/, 'From the maze'),
    ),
    at('photo cancelled', author, '/messages', into('/messages/'), hang('**/upload'), choosePhotos(3)).with(
      write(/^Message to/, 'From the maze'),
      key('Enter'),
      press('Cancel photo 2'),
      (page) => expect(page.getByRole('button', { name: /^Cancel photo/ })).toHaveCount(2),
    ),
    at('help beside a message', ada, '/messages', into('/messages/'), write(/^Message to/, 'Today I want to die')).with(
      shows(/^You do not have to be alone/),
    ),
    at('photo refused', author, '/messages', into('/messages/'), choosePhotos(3, { broken: 1 })).with(
      write(/^Message to/, 'From the maze'),
      key('Enter'),
      shows('Not sent'),
    ),
    at('photos', author, '/messages', into('/messages/'), shows('The boards')),
    at('photos found', author, '/messages', into('/messages/'), press('Conversation options')).with(
      item('Search messages'),
      check('Pictures'),
    ),
    at('voice refused', ada, '/messages', into('/messages/'), noMicrophone, press('Record a voice note')).with(
      shows('Allow the microphone'),
    ),
    at('voice note', author, '/messages', into('/messages/'), shows('Transcript')).with(
      unfold('Transcript'),
      shows('I bring the clocks.'),
    ),
    at('voice recording', ada, '/messages', into('/messages/'), silence, press('Record a voice note')).with(
      shows(/^Recording/),
    ),
    at('voice transcript', ada, '/messages', into('/messages/'), silence, press('Record a voice note')).with(
      press('Add a transcript'),
      write(/^Transcript/, 'See you at noon'),
    ),
    at('files', author, '/messages', into('/messages/'), press('Conversation options')).with(
      item('Search messages'),
      check('Files'),
      shows('Sent a file'),
    ),
    ...['Notifications', 'Scheduled messages', 'Search messages', 'Disappearing messages'].map((name) =>
      at(name.toLowerCase(), ada, '/messages', into('/messages/'), press('Conversation options')).with(item(name)),
    ),
    at(
      'send later',
      ada,
      '/messages',
      into('/messages/'),
      write(/^Message to/, 'See you at noon'),
      press('Send later'),
    ),
    at('new conversation', ada, '/messages', press('New conversation')),
    at('new conversation chosen', ada, '/messages', press('New conversation'), async (page) => {
      const dialog = page.getByRole('dialog', { name: 'New conversation' })
      for (const name of ['Grace Mbeki', 'Alan Teo']) {
        await dialog.getByRole('searchbox').fill(name)
        await dialog.getByRole('button', { name: new RegExp(`^${name}`) }).click()
      }
      await dialog.getByLabel('Group name').fill('Maze evening')
    }),
    on(
      'phone',
      at('conversations', ada, '/messages', into('/messages/'), press('Conversation options')).with(
        item('All conversations'),
      ),
    ),
    at('conversation details', author, '/messages', into('/messages/'), press('Conversation options')).with(
      item('Conversation details'),
      shows('Change picture'),
    ),
    at('leave conversation', author, '/messages', into('/messages/'), press('Conversation options')).with(
      item('Leave conversation'),
    ),
    at('left conversation', author, '/messages', into('/messages/'), shows(/left the conversation/)),
    at('not sent', ada, '/messages', into('/messages/'), unsent, write(/^Message to/, 'Lost'), key('Enter')).with(
      shows('Waiting for a connection'),
    ),
    at('meeting suggested', author, '/messages').with(openChat('Meet at Hollis'), shows('Accept')),
    at('meeting waits', helper, '/messages').with(openChat('Meet at Hollis'), shows('Waiting for an answer')),
    at('suggest meeting', helper, '/messages').with(
      openChat('Does it come apart?'),
      press('Suggest a place to meet'),
      shows('Meet in a public place'),
    ),
    at('send in a message', ada, '/marketplace', press(/^Options for/), item('Send in a message')).with(
      shows('Send in a message'),
    ),
    at('message gone', ada, '/messages/00000000-0000-4000-8000-000000000000'),
  ],
  events: [
    at('events', ada, '/events'),
    at('event list', ada, '/events', down(900)),
    at('create event', ada, '/events', press('Create Event')),
    at('create series', ada, '/events', press('Create Event'), unfold('More options'), check('Weekly')),
    at('create event wrong', ada, '/events', press('Create Event'), within('Create Event', 'Create Event')),
    at('create event picture', ada, '/events', press('Create Event'), attach('', 1)),
    at('own event', author, '/events?search=Kite+day', openFirst, shows('You’re hosting')),
    at('cancel event', author, '/events?search=Kite+day', openFirst, press('Cancel event')),
    at('change series', author, '/events?search=Lantern+walk', openFirst, press('Edit')).with(
      shows('Change which dates?'),
    ),
    at('event with removed', author, '/events?search=Knots+at+dusk', openFirst, shows('Removed')),
    at('removed from event', helper, '/events?search=Knots+at+dusk', openFirst, shows('Removed by the host')),
    at('event full', warned, '/events?search=Lantern+walk', understand, openFirst, shows('Join the waitlist')),
    at('on waitlist', ada, '/events?search=First+rowing', openFirst, shows('You are number 2 on the waitlist')),
    at('events none found', ada, '/events?search=zzzz'),
    at('event gone', ada, `/events?event=${missing}`),
    at('event menu', ada, '/events', press(/^Options for/)),
    at('subscribe', ada, '/events', syncCalendar),
    on('phone', at('event filters', ada, '/events', press(/^Filters/))),
    on('phone', at('event month', ada, '/events', press('Month'))),
    at('event open', ada, '/events', openFirst),
  ],
  marketplace: [
    at('marketplace', ada, '/marketplace'),
    at('favorites', ada, '/marketplace?view=favorites'),
    at('create listing', ada, '/marketplace', press('Create Listing')),
    at('contact seller', ada, '/marketplace', press(/^Contact Seller/)),
    at('listing menu', ada, '/marketplace', press(/^Options for/)),
    at('edit listing', author, '/marketplace?search=lamp', press(/^Options for Author/), item('Edit')),
    at('report listing', ada, '/marketplace', press(/^Options for/), item('Report')),
    at('listing', ada, '/marketplace', openFirst),
    at('own listing', author, '/marketplace?search=lamp', openFirst, shows('Your listing')),
    at(
      'create listing wrong',
      ada,
      '/marketplace',
      press('Create Listing'),
      within('Create Listing', 'Create Listing'),
    ),
    at('no favorites', firstComer, '/marketplace?view=favorites'),
    at('own listings', author, '/marketplace?view=own', shows('Your listing')),
    at('own sold listings', author, '/marketplace?view=own&tab=sold', shows('Sold')),
    at('saved searches', author, '/marketplace?view=searches', shows('Cheap lamps')),
    at('no saved searches', firstComer, '/marketplace?view=searches'),
    at('save search', ada, '/marketplace?search=lamp&max=20', press('Save this search')),
    at('edit saved search', author, '/marketplace?view=searches', press('Edit Cheap lamps')),
    at('delete saved search', author, '/marketplace?view=searches', press('Delete Cheap lamps')),
    at('wanted book', ada, '/marketplace?search=statistics', openFirst, shows('Wanted by')),
    at('outcome of a sale', author, '/marketplace?view=own&tab=sold', openFirst, shows('How did the sale go?')),
    at('no own listings', firstComer, '/marketplace?view=own'),
    at('reserve listing', author, '/marketplace?view=own', press(/^Options for Author’s lamp/), item('Reserve')),
    at('sell listing', author, '/marketplace?view=own', press(/^Options for Author’s lamp/), item('Mark as sold')),
    at('withdraw listing', author, '/marketplace?view=own', press(/^Options for Author’s lamp/), item('Withdraw')),
    at('reserved listing', author, '/marketplace?search=bookcase', openFirst, shows('Reserved until')),
    at('price history', author, '/marketplace?search=bookcase', openFirst, openPrices),
  ],
  'assignment help': [
    at('questions', ada, '/assignment-help'),
    at('question menu', ada, '/assignment-help', press(/^Options for/)),
    at('ask', ada, '/assignment-help', press('Ask for Help')),
    at(
      'ask preview',
      ada,
      '/assignment-help',
      press('Ask for Help'),
      write('Title', 'Solving quadratic equations'),
    ).with(write('Describe the problem', 'Why is $x^2 = 4$ solved by two numbers?'), press('Preview'), attach('', 1)),
    at('questions found', ada, '/assignment-help?search=quicksort'),
    at('own question', author, '/assignment-help?search=Two+roots', go(/^1 answer to/), shows('Because')),
    at('answer', author, '/assignment-help?search=Two+roots', go(/^1 answer to/), press(/^Open/)),
    at('answers', ada, '/assignment-help', go(/^[1-9]\d* answers? to/)),
    at('nothing found', ada, '/assignment-help?search=zzzz'),
  ],
  confessions: [
    at('recent', ada, '/confessions'),
    at('trending', ada, '/confessions?sort=most_liked'),
    at('confess', ada, '/confessions', press('Confess')),
    at('report', ada, '/confessions', press(/^Report/)),
    at('found', ada, '/confessions?search=statue'),
    at('confess short', ada, '/confessions', press('Confess'), write('Your confession', 'I hum it')),
    at('confess where moderators read first', 'linus@easton.example', '/confessions', press('Confess')),
    at(
      'a waiting confession',
      'linus@easton.example',
      '/confessions',
      press('Confess'),
      write('Your confession', 'I read the ending of every book first.'),
      within('New confession', 'Confess'),
      shows('This appears after a moderator has read it.'),
    ),
    at('delete', author, '/confessions?search=only+scales', press(/^Delete/)),
    at(
      'names someone',
      ada,
      '/confessions',
      namesSomeone,
      press('Confess'),
      write('Your confession', 'Alan hums the anthem in every lecture'),
      within('New confession', 'Confess'),
      shows('If it could hurt them, remove the name.'),
    ),
    at(
      'help in a crisis',
      ada,
      '/confessions',
      press('Confess'),
      write('Your confession', 'Today I want to die'),
      shows(/^You do not have to be alone/),
    ),
  ],
  groups: [
    at('groups', ada, '/groups'),
    on('phone', at('suggested', ada, '/groups', go(/Suggested/))),
    at('create group', ada, '/groups', press('Create a group')),
    at('group', ada, '/groups', into('/groups/')),
    at('members', ada, '/groups', into('/groups/'), go(/^Members/)),
    at('about', ada, '/groups', into('/groups/'), go('About')),
    at('assignments', ada, '/groups', into('/groups/'), go(/^Assignments/)),
    at('events of it', ada, '/groups', into('/groups/'), go(/^Events \d|^Events$/)),
    at('post in it', ada, '/groups', go(/Linear Algebra Survivors/), press('Create Post')),
    at('settings', ada, '/groups', go(/Linear Algebra Survivors/), go('Settings')),
    at('create group filled', ada, '/groups', press('Create a group'), write('Group name', 'Kites')).with(
      async (page) => {
        await page.getByRole('textbox', { name: 'Tags' }).fill('wind')
        await page.getByRole('textbox', { name: 'Tags' }).press('Enter')
      },
      attach('', 1),
    ),
    at('poll', ada, '/groups?search=Chess', into('/groups/'), shows('Bughouse')),
    at('comments in it', ada, '/groups?search=Chess', into('/groups/'), press(/, [1-9]\d* comments?$/)),
    at(
      'comments in it failed',
      ada,
      '/groups?search=Chess',
      into('/groups/'),
      refuse('**/comments'),
      press(/, [1-9]\d* comments?$/),
      shows('Failed to load comments'),
    ),
    at('private', ada, '/groups?tab=suggested&search=Secret+tea', into('/groups/'), shows('This group is private')),
    at(
      'join request',
      author,
      '/groups',
      go(/Secret tea/),
      go('Settings'),
      go(/^Members/),
      shows('“I bring biscuits”'),
    ),
    at('not available', ada, '/groups/00000000-0000-4000-8000-000000000000'),
  ],
  professors: [
    at('professors', ada, '/rate-my-professor'),
    at('filters', ada, '/rate-my-professor', press(/^Filters/)),
    at(
      'compare',
      ada,
      '/rate-my-professor',
      press(/^Options for/),
      item('Compare'),
      press(/^Compare [A-Z]/, 1),
      press('Compare'),
    ),
    at('add professor', ada, '/rate-my-professor', press('Add Professor')),
    at('ranking', ada, '/rate-my-professor', press(/^Filters/), (page) => page.getByText('How ranking works').click()),
    at(
      'add professor wrong',
      ada,
      '/rate-my-professor',
      press('Add Professor'),
      within('Add Professor', 'Add Professor'),
    ),
    at('add department', ada, '/rate-my-professor', press('Add Professor'), press('Add Department')).with(
      within('Add Department', 'Add Department'),
    ),
    at('review wrong', ada, '/rate-my-professor', ...writesReview).with(press('Post review')),
    at('review filled', ada, '/rate-my-professor', ...writesReview).with(
      check('5 of 5'),
      write('Review *', 'Makes counterpoint look easy.'),
    ),
    at('professor', ada, '/rate-my-professor', into('/rate-my-professor/')),
    at('review', ada, '/rate-my-professor', ...writesReview),
    at('own reviews', ada, '/rate-my-professor', into('/rate-my-professor/'), press('Rate This Professor')),
    at(
      'edit review',
      ada,
      '/rate-my-professor',
      into('/rate-my-professor/'),
      press('Rate This Professor'),
      within('You’ve already reviewed', 'Edit my review'),
    ),
    at('not found', ada, '/rate-my-professor/00000000-0000-4000-8000-000000000000'),
    at('none found', ada, '/rate-my-professor?search=zzzz'),
  ],
  account: [
    at('notifications', ada, '/notifications'),
    on('desk', at('popover of the bell', ada, '/settings', go(/^Notifications/))),
    at('settings', ada, '/settings'),
    at('settings lower', ada, '/settings', down(900)),
    at('settings end', ada, '/settings', down(9000)),
    at('hide what is mine', ada, '/settings', press('Hide what is mine on this device')),
    at('on this device', ada, '/settings', (page) =>
      page.getByRole('switch', { name: 'Keep on this device' }).scrollIntoViewIfNeeded(),
    ),
    at('safety', ada, '/settings/safety'),
    at('mute a word', ada, '/settings/safety', press('Mute a word')),
    at('mute a word wrong', ada, '/settings/safety', press('Mute a word'), within('Mute a word', 'Mute word')),
    at('push choices', ada, '/settings', (page) =>
      page.getByLabel('Push: Comments on my posts').scrollIntoViewIfNeeded(),
    ),
    at('push offer', ada, '/settings', pushSupport('ready'), press('Turn on for this device')),
    at('push blocked', ada, '/settings', pushSupport('blocked'), press('Turn on for this device')),
    at('push on ios', ada, '/settings', pushSupport('ios'), press('Turn on for this device')),
    at('push devices', ada, '/settings', pushDevices, press('Send a test notification'), shows(/^Sent\. If nothing/)),
    at(
      'push devices failed',
      ada,
      '/settings',
      refuse('**/push/subscriptions'),
      reload,
      shows('We couldn’t load the devices'),
      (page) => page.getByText('We couldn’t load the devices').scrollIntoViewIfNeeded(),
    ),
    at('delete account', ada, '/settings', press('Delete my account')),
    at('settings wrong', ada, '/settings', write('Graduation year', 'later'), press('Save changes')),
    at('settings cancelled', ada, '/settings?error=confirm_cancelled'),
    at('terms of service', ada, '/settings', press('Terms of Service')),
    at('privacy policy', ada, '/settings', press('Privacy Policy')),
  ],
  decisions: [
    at('decisions', warned, '/decisions'),
    at('decision', warned, '/decisions', understand, into('/decisions/')),
    at('appeal', warned, '/decisions', understand, into('/decisions/'), press('Appeal this decision')),
    at(
      'appeal wrong',
      warned,
      '/decisions',
      understand,
      into('/decisions/'),
      press('Appeal this decision'),
      press('Send appeal'),
    ),
    at('decision missing', ada, `/decisions/${missing}`),
    at('decisions of a banned user', 'mallory@northfield.example', '/decisions', shows('Account status')),
    at('decision of a suspended user', 'sam@northfield.example', '/decisions', into('/decisions/')),
    at('own reports', helper, '/reports'),
    at('numbers', ada, '/transparency', shows('Download as CSV')),
    at('numbers of another quarter', ada, '/transparency', async (page) => {
      await page.getByLabel('Quarter').selectOption({ index: 1 })
      await expect(page).toHaveURL(/period=/)
    }),
    at('public numbers', nobody, '/transparency', async (page) => {
      const { data } = (await (await page.request.get('/api/public/schools')).json()) as {
        data: { id: string; name: string }[]
      }
      await page.goto(`/transparency/${data.find(({ name }) => name === 'Northfield University')?.id}`)
    }),
    at('numbers of a school that shows none', nobody, `/transparency/${missing}`),
  ],
  admin: [
    ...adminTabs.map((tab) => at(tab, ['settings', 'ads', 'notices'].includes(tab) ? site : dean, `/admin?tab=${tab}`)),
    at('overview of a site', site, '/admin'),
    at('audit', site, '/admin?tab=settings', down(9000)),
    at('denied', ada, '/admin'),
    at('act on case', dean, '/admin?tab=reports', caseLink, press('Suspend')),
    at(
      'fourth claim',
      dean,
      '/admin?tab=reports',
      refuseFourthClaim,
      (page) => page.reload(),
      caseLink,
      shows(/^You have claimed three cases/),
    ),
    at('make administrator', dean, '/admin?tab=users&search=helper', press(/^More about/), item('Make administrator')),
    at(
      'remove administrator',
      site,
      '/admin?tab=users&search=head@easton.example',
      press(/^More about/),
      item('Remove as administrator'),
    ),
    at(
      'allow removals',
      site,
      '/admin?tab=users&search=head@easton.example',
      press(/^More about/),
      item(/^Allow 500 more/),
    ),
    at('add template', dean, '/admin?tab=settings', press('Add template')),
    at('undo a decision', dean, '/admin?tab=reports', hang('**/settle'), caseLink, press('Dismiss'), shows(/^Sent in/)),
    at('moderation rights', dean, '/admin?tab=users&search=helper', press(/^More about/), item('Moderation rights')),
    at('safety of a school', site, '/admin?tab=settings', press('Safety')),
    at('mark a minor', site, '/admin?tab=users&search=helper', press(/^More about/), item('Minor')),
    at('mute author of a case', dean, reportsOfSealed.replace('&view=table', ''), caseLink, press('Mute')),
    at('reveal author of a case', dean, reportsOfSealed.replace('&view=table', ''), caseLink, press('Reveal author')),
    on('phone', at('admin account', dean, '/admin', press(/account and school/))),
    at('act on report', dean, '/admin?tab=reports&view=table', press(/^Warn/)),
    at('reported picture', dean, '/admin?tab=reports&view=table', press(/^Open|^Details|^View/)),
    at('pending reports', dean, '/admin?tab=reports&view=table&status=pending'),
    at('report details', dean, reportsOfSealed, press(/^Harassment/)),
    at('act on sealed report', dean, reportsOfSealed, press('Suspend'), shows(/^This was posted anonymously/)),
    at('mute author of a report', dean, reportsOfSealed, press('Mute'), shows(/^You won’t see who it is/)),
    at('open seal', dean, reportsOfSealed, press('Reveal author')),
    at('suspend', dean, '/admin?tab=reports&view=table&status=pending', press('Suspend')),
    at('reveal author', dean, '/admin?tab=content&search=Whispered', press('Reveal author')),
    at('delete content', dean, '/admin?tab=content&search=Whispered', async (page) => {
      await page.getByRole('row').last().getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Delete Selected' }).click()
    }),
    at('remove content', dean, '/admin?tab=content&search=Whispered', (page) =>
      page.getByRole('row').last().getByRole('button', { name: 'Delete' }).click(),
    ),
    at('waiting confessions', head, '/admin?tab=confessions', shows('Names someone')),
    at('reject a confession', head, '/admin?tab=confessions', press('Reject')),
    at(
      'reject a confession wrong',
      head,
      '/admin?tab=confessions',
      press('Reject'),
      within('Reject confession', 'Reject confession'),
    ),
    at('no waiting confessions', dean, '/admin?tab=confessions', shows('No confessions are waiting')),
    at('label content', dean, '/admin?tab=content&search=Whispered', (page) =>
      page.getByRole('row').last().getByRole('button', { name: 'Label' }).click(),
    ),
    at('label case', dean, '/admin?tab=reports', caseLink, press('Label')),
    at('label case wrong', dean, '/admin?tab=reports', caseLink, press('Label'), press(/^Label (comment|post)/)),
    at('no appeals', 'head@easton.example', '/admin?tab=appeals&status=closed'),
    at('decide appeal', site, '/admin?tab=appeals', press('Claim'), press('Decide')),
    at('seals of a site', site, '/admin?tab=seals'),
    at('seals waiting', head, '/admin?tab=seals', shows(guardedPost)),
    at('seals open', head, '/admin?tab=seals&state=open', shows('Needs a second signature')),
    at('seals past', head, '/admin?tab=seals&state=past', shows('Declined')),
    at('name of a seal', head, '/admin?tab=seals&state=open', press('Show the name'), shows(/^This was written by/)),
    at('approve seal', site, '/admin?tab=seals', press('Approve')),
    at('decline seal wrong', site, '/admin?tab=seals', press('Decline'), within('Decline', 'Decline')),
    at('withdraw seal', head, '/admin?tab=seals', press('Withdraw')),
    at('countersign seal', site, '/admin?tab=seals&state=open', press('Countersign')),
    at('ask to open a seal', head, reportsOfGuarded, press('Ask to open the seal')),
    at(
      'open a seal in danger',
      head,
      reportsOfGuarded,
      press('Ask to open the seal'),
      choose('Category', 'danger'),
      shows(/^In danger to life/),
    ),
    at('case with a closed seal', head, reportsOfGuarded.replace('&view=table', ''), caseLink),
    at('seals denied', ada, '/seals'),
    at('evidence', dean, '/admin?tab=seals', shows('No evidence')),
    at('anonymity of a school', head, '/admin?tab=settings', (page) =>
      page.getByRole('region', { name: 'Anonymity' }).getByText('Two people together').scrollIntoViewIfNeeded(),
    ),
    at('change anonymity', site, '/admin?tab=settings', press('Change')),
    at(
      'change when authorship ends',
      site,
      '/admin?tab=settings',
      press('Change'),
      write('Days until no one can tell who wrote something', '365'),
      shows(/^What is older ends/),
    ),
    at('seals opened', dean, '/admin?tab=settings', shows('Revealed authors')),
    at('analytics table', dean, '/admin?tab=analytics', (page) => page.getByText('View as table').click()),
    at('moderate wrong', dean, '/admin?tab=users&search=helper', press(/^Moderate/), press(/^Warn /)),
    at('pause powers', site, '/admin?tab=users&search=head@easton.example', press(/^More about/), item('Pause powers')),
    at(
      'pause powers wrong',
      site,
      '/admin?tab=users&search=head@easton.example',
      press(/^More about/),
      item('Pause powers'),
      within('Pause powers', 'Pause powers'),
    ),
    on(
      'phone',
      at('preview of a removal', dean, '/admin?tab=content&search=Whispered', press('Delete'), openTab('Preview')),
    ),
    on('phone', at('preview of an action', dean, '/admin?tab=reports&view=table', press(/^Warn/), openTab('Preview'))),
    at('users of a school', site, '/admin?tab=users', chooseSchool('Easton Academy')),
    at(
      'add school wrong',
      site,
      '/admin?tab=settings',
      press('Add School'),
      write('Email Domain *', 'northfield.example'),
    ),
    at('create ad wrong', site, '/admin?tab=ads', press(/^Create (New )?Ad$/), press('Create Ad')),
    at('moderate', dean, '/admin?tab=users', press(/^Moderate/)),
    at('reverse', dean, '/admin?tab=moderation', press('Reverse')),
    at('add school', site, '/admin?tab=settings', press('Add School')),
    at('create ad', site, '/admin?tab=ads', press(/^Create (New )?Ad$/)),
    at('rules', dean, '/admin?tab=settings', shows('Do not post advertising')),
    at('add rule wrong', dean, '/admin?tab=settings', press('Add rule'), within('Add rule', 'Add rule')),
    at('edit rule', dean, '/admin?tab=settings', press('Edit No spam')),
    at('withdraw rule', dean, '/admin?tab=settings', press('Withdraw No spam')),
    at('no reports', dean, '/admin?tab=reports&search=zzzz'),
    at('no users', dean, '/admin?tab=users&search=zzzz'),
  ],
  empty: pages.map(empty),
  loading: [
    ...[...pages, ...details, `/groups/${missing}/settings`].map((path) => slow(ada, path)),
    ...adminTabs.map((tab) => slow(dean, `/admin?tab=${tab}`)),
  ],
  failed: [
    ...pages.map((path) => failing(ada, path)),
    ...adminTabs.map((tab) => failing(dean, `/admin?tab=${tab}`)),
    { ...at('admin cell missing', site, '/admin?tab=users'), network: 'incomplete' },
  ],
  keyboard: [on('desk', at('skip link', ada, ownPosts, key('Tab')))],
}

/**
 * Lets all calls of the page hang or fail, except the session request, or says in lists of administrators that a cell is missing. Runs inside the page, because request
 * interception would disable the browser's cache.
 */
export const disturb = (page: Page, network: Fault) =>
  page.addInitScript(`{
    const { fetch } = window
    const body = JSON.stringify({ success: false, error: 'An error occurred', request_id: 'tour-0001' })
    window.fetch = (input, options) => {
      const { pathname } = new URL(input.url ?? input, location.href)
      if (pathname === '/api/me') return fetch(input, options)
      if (${network === 'slow'}) return new Promise(() => {})
      if (${network === 'incomplete'})
        return fetch(input, options).then(async (reply) =>
          reply.ok && pathname.includes('/admin/')
            ? Response.json({ ...(await reply.json()), incomplete: ['south'] })
            : reply)
      return Promise.resolve(new Response(body, { status: 500, headers: { 'content-type': 'application/json' } }))
    }
  }`)
