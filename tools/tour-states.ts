import type { Page } from '@playwright/test'

type Step = (page: Page) => Promise<unknown>
type Device = 'phone' | 'desk'
export type State = {
  readonly name: string
  /** The demo person who looks at it; nobody before signing in. */
  readonly as: string
  readonly path: string
  readonly steps: readonly Step[]
  /** What the network does meanwhile: calls never answer, or every call fails. */
  readonly network?: 'slow' | 'failing'
  /** Only there on one kind of device. */
  readonly only?: Device
}

const ada = 'ada@northfield.example'
const dean = 'dean@northfield.example'
const site = 'site@northfield.example'
/** Made by the tour: the first person of a school in which nothing is yet, and somebody with the longest of everything. */
export const firstComer = 'first@emptyfield.example'
export const longName = 'long@northfield.example'
const nobody = ''

type Name = string | RegExp
const press =
  (name: Name, which = 0): Step =>
  (page) =>
    page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .nth(which)
      .click()
/** What stands in a dialog, which may come a moment after it was asked for. */
const within =
  (dialog: string, name: string): Step =>
  (page) =>
    page.getByRole('dialog', { name: dialog }).getByRole('button', { name, exact: true }).click()
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
const down =
  (pixels: number): Step =>
  (page) =>
    page.evaluate(`scrollTo(0, ${pixels})`)

const at = (name: string, as: string, path: string, ...steps: readonly Step[]): State => ({ name, as, path, steps })
const on = (only: Device, state: State): State => ({ ...state, only })
const slow = (as: string, path: string): State => ({ ...at(`${nameOf(path)} loading`, as, path), network: 'slow' })
const failing = (as: string, path: string): State => ({ ...at(`${nameOf(path)} failed`, as, path), network: 'failing' })
const empty = (path: string): State => at(`${nameOf(path)} empty`, firstComer, path)
const nameOf = (path: string) => path.replace(/^\//, '').replace(/[/?=&]+/g, ' ')

const pages = ['/dashboard', '/profile', '/friends', '/messages', '/events', '/marketplace', '/assignment-help'].concat(
  ['/confessions', '/groups', '/rate-my-professor', '/notifications', '/settings'],
)
const adminTabs = ['overview', 'reports', 'moderation', 'users', 'content', 'analytics', 'ads', 'settings']
const words = 'Golden hour over the lawn tonight. The rowing club came back just as the bells rang.'

/** Every state of every screen, one line each, by area. Add yours to its area. */
export const states: Readonly<Record<string, readonly State[]>> = {
  'way in': [
    at('login', nobody, '/login'),
    at('login failed', nobody, '/login?error=oauth_failed'),
    at('schools', nobody, '/login', press('View supported schools')),
    at('school chosen', nobody, '/login', press('View supported schools'), press(/Easton/)),
    at('identity provider', nobody, '/auth/google'),
    at('suspended', 'sam@northfield.example', '/blocked'),
    at('banned', 'mallory@northfield.example', '/blocked'),
    at('terms', 'terms@northfield.example', '/dashboard'),
    at('lost', ada, '/no/such/page'),
  ],
  shell: [
    on('phone', at('menu', ada, '/dashboard', press('Menu'))),
    on('phone', at('more', ada, '/dashboard', press('More'))),
    on('phone', at('more admin', dean, '/dashboard', press('More'))),
    on('desk', at('account', ada, '/dashboard', press('Your account'))),
    at('shortcuts', ada, '/dashboard', key('?')),
    at('search', ada, '/dashboard', press(/^Search/)),
    at('search found', ada, '/dashboard', press(/^Search/), (page) => page.keyboard.type('chess')),
  ],
  feed: [
    at('feed', ada, '/dashboard'),
    at('feed further down', ada, '/dashboard', down(1800)),
    at('comments', ada, '/dashboard', press(/^[1-9]\d* comments?$/)),
    at('reply', ada, '/dashboard', press(/^[1-9]\d* comments?$/), press('Reply')),
    at('create post', ada, '/dashboard', press('Post')),
    at('create post typed', ada, '/dashboard', press('Post'), write('Your post', words)),
    at('post menu', ada, '/dashboard', press('More about this post')),
    at('report', ada, '/dashboard?filter=friends', press('More about this post'), item('Report post')),
    at('delete', ada, '/dashboard?filter=my-posts', press('More about this post'), item('Delete post')),
    at('picture', ada, '/dashboard', press(/^Picture 1 of/)),
    at('nothing found', ada, '/dashboard?search=zzzzzz'),
    at('feed long name', longName, '/dashboard?filter=my-posts'),
  ],
  profile: [
    at('own', ada, '/profile'),
    at('own about', ada, '/profile?tab=about'),
    at('own friends', ada, '/profile?tab=friends'),
    at('edit', ada, '/profile', press('Edit profile')),
    at('not found', ada, '/profile/00000000-0000-4000-8000-000000000000'),
    at('other', ada, '/friends', into('/profile/')),
    at('long name', longName, '/profile'),
    at('long name edit', longName, '/profile', press('Edit profile')),
  ],
  friends: [
    at('friends', ada, '/friends'),
    ...['requests', 'sent', 'blocked', 'directory'].map((tab) => at(tab, ada, `/friends?tab=${tab}`)),
    at('friend menu', ada, '/friends', press(/^More about/)),
    at('remove', ada, '/friends', press(/^More about/), item('Remove friend')),
    at('block', ada, '/friends', press(/^More about/), item('Block')),
  ],
  messages: [
    at('messages', ada, '/messages'),
    at('conversation', ada, '/messages', into('/messages/')),
    at('conversation menu', ada, '/messages', into('/messages/'), press('More about this conversation')),
    at('new conversation', ada, '/messages', press('New conversation')),
    at('message gone', ada, '/messages/00000000-0000-4000-8000-000000000000'),
  ],
  events: [
    at('events', ada, '/events'),
    at('event list', ada, '/events', down(900)),
    at('create event', ada, '/events', press('Create Event')),
    at('create event wrong', ada, '/events', press('Create Event'), within('Create Event', 'Create Event')),
    at('event menu', ada, '/events', press(/^More about/)),
    at('subscribe', ada, '/events', press('Subscribe')),
    at('event open', ada, '/events', (page) =>
      page.locator('main article h3 button, main article h3 a').first().click(),
    ),
  ],
  marketplace: [
    at('marketplace', ada, '/marketplace'),
    at('favorites', ada, '/marketplace?view=favorites'),
    at('create listing', ada, '/marketplace', press('Create Listing')),
    at('contact seller', ada, '/marketplace', press(/^Contact Seller/)),
    at('report listing', ada, '/marketplace', press(/^Report/)),
    at('listing', ada, '/marketplace', (page) => page.locator('main article h2 a').first().click()),
  ],
  'assignment help': [
    at('questions', ada, '/assignment-help'),
    at('ask', ada, '/assignment-help', press('Ask for Help')),
    at('answers', ada, '/assignment-help', go(/^[1-9]\d* answers? to/)),
    at('nothing found', ada, '/assignment-help?search=zzzz'),
  ],
  confessions: [
    at('recent', ada, '/confessions'),
    at('trending', ada, '/confessions?sort=most_liked'),
    at('confess', ada, '/confessions', press('Confess')),
    at('report', ada, '/confessions', press(/^Report/)),
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
    at('post in it', ada, '/groups', into('/groups/'), press('Create Post')),
    at('settings', ada, '/groups', go(/Linear Algebra Survivors/), go('Settings')),
    at('not available', ada, '/groups/00000000-0000-4000-8000-000000000000'),
  ],
  professors: [
    at('professors', ada, '/rate-my-professor'),
    at('filters', ada, '/rate-my-professor', press(/^Filters/)),
    at('compare', ada, '/rate-my-professor', press(/^Compare [A-Z]/, 0), press(/^Compare [A-Z]/, 1), press('Compare')),
    at('add professor', ada, '/rate-my-professor', press('Add Professor')),
    at('professor', ada, '/rate-my-professor', into('/rate-my-professor/')),
    at('review', ada, '/rate-my-professor', into('/rate-my-professor/'), press('Rate This Professor')),
    at('not found', ada, '/rate-my-professor/00000000-0000-4000-8000-000000000000'),
    at('none found', ada, '/rate-my-professor?search=zzzz'),
  ],
  account: [
    at('notifications', ada, '/notifications'),
    at('settings', ada, '/settings'),
    at('settings lower', ada, '/settings', down(900)),
    at('settings end', ada, '/settings', down(9000)),
    at('delete account', ada, '/settings', press('Delete my account')),
  ],
  admin: [
    ...adminTabs.map((tab) => at(tab, tab === 'settings' || tab === 'ads' ? site : dean, `/admin?tab=${tab}`)),
    at('overview of a site', site, '/admin'),
    at('audit', site, '/admin?tab=settings', down(9000)),
    at('denied', ada, '/admin'),
    at('act on report', dean, '/admin?tab=reports', press(/^Warn/)),
    at('reported picture', dean, '/admin?tab=reports', press(/^Open|^Details|^View/)),
    at('moderate', dean, '/admin?tab=users', press(/^Moderate/)),
    at('reverse', dean, '/admin?tab=moderation', press('Reverse')),
    at('add school', site, '/admin?tab=settings', press('Add School')),
    at('create ad', site, '/admin?tab=ads', press(/^Create (New )?Ad$/)),
    at('no reports', dean, '/admin?tab=reports&search=zzzz'),
    at('no users', dean, '/admin?tab=users&search=zzzz'),
  ],
  empty: pages.map(empty),
  loading: [...pages.map((path) => slow(ada, path)), ...adminTabs.map((tab) => slow(dean, `/admin?tab=${tab}`))],
  failed: [...pages.map((path) => failing(ada, path)), ...adminTabs.map((tab) => failing(dean, `/admin?tab=${tab}`))],
  keyboard: [on('desk', at('skip link', ada, '/dashboard', key('Tab')))],
}
