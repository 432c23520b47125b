// biome-ignore-all lint/correctness/useJsxKeyInIterable: one element is rendered per test
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ModerateDialog } from '../../features/admin/web/ModerateDialog.tsx'
import AdDialog from '../../features/ads/web/AdDialog.tsx'
import AnswerField from '../../features/assignments/web/AnswerField.tsx'
import AskForm from '../../features/assignments/web/AskForm.tsx'
import Confess from '../../features/confessions/web/Composer.tsx'
import EventForm from '../../features/events/web/EventForm.tsx'
import CreateGroupPost from '../../features/group-posts/web/CreateGroupPost.tsx'
import EditGroupPost from '../../features/group-posts/web/EditGroupPost.tsx'
import CreateGroup from '../../features/groups/web/CreateGroup.tsx'
import GeneralTab from '../../features/groups/web/GeneralTab.tsx'
import ContactDialog from '../../features/marketplace/web/ContactDialog.tsx'
import EditListing from '../../features/marketplace/web/EditListing.tsx'
import ListingForm from '../../features/marketplace/web/ListingForm.tsx'
import ActionDialog from '../../features/moderation/web/ActionDialog.tsx'
import CreatePost from '../../features/posts/web/CreatePost.tsx'
import AddDepartment from '../../features/professors/web/AddDepartment.tsx'
import RatingForm from '../../features/professors/web/RatingForm.tsx'
import SchoolDialog from '../../features/schools/web/SchoolDialog.tsx'
import { AuthProvider, useAuth } from '../../features/session/web/auth.tsx'
import { clearStorage } from '../../shared/web/user-storage.ts'

const me = {
  id: 'ada',
  name: 'Ada',
  avatar_url: null,
  school_timezone: 'UTC',
  school_country: 'Nowhere',
  help_lines: [],
  checks_names: false,
  confessions_mode: 'on',
  safety: { words: [], notes: 'collapse', receipts: true, typing: true, crisis_card: true },
}
const group = {
  id: 'a4b0b1de-5f4c-4a8b-8f5b-0d3a3a0f2f01',
  name: 'Kites',
  description: '',
  category: 'general',
  type: 'public',
  tags: [],
  user_role: 'member',
} as never
const post = { id: 'p', group_id: 'g', content: 'Words', visibility: 'group', media: [], tags: [] } as never
const report = { id: 'r', reason: 'spam', content: 'Buy', media: [], reported_user_id: crypto.randomUUID() } as never
const person = { id: crypto.randomUUID(), name: 'Theo', email: 'theo@north.example' } as never
const listing = { id: 'l', title: 'Lamp', seller: { name: 'Grace' } } as never
const ownListing = {
  ...{ id: 'l', title: 'Lamp', description: 'Old', price: 5, category: 'other', condition: 'good', kind: 'sale' },
  ...{ images: [], media: [], version: 1 },
} as never
const question = { id: 'q', title: 'Why?' } as never
const close = () => {}

let bodies: unknown[]
beforeEach(() => {
  bodies = []
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    if (address === '/api/me') return new Response(JSON.stringify(me))
    if (address === '/api/school/stats')
      return new Response(JSON.stringify({ success: true, data: { member_count: 69 } }))
    if (method === 'GET') return new Response(JSON.stringify({ success: true, data: [] }))
    bodies.push(body && JSON.parse(String(body)))
    return new Response('{}', { status: 500 })
  })
})
afterEach(() => {
  cleanup()
  clearStorage()
  vi.unstubAllGlobals()
})

const SignedIn = ({ children }: { children: ReactNode }) => useAuth().user && children

async function open(form: ReactNode) {
  cleanup()
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <AuthProvider>
          <SignedIn>{form}</SignedIn>
        </AuthProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await waitFor(() => expect(document.querySelector('form, textarea')).not.toBeNull())
}
type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
const chips = (label: string) => screen.queryByRole('radiogroup', { name: label })
/** A field, or the chosen chip of a choice. */
const control = (label: string) =>
  chips(label)?.querySelector<TextControl>(':checked') ??
  screen.getByLabelText<TextControl>(label, { selector: 'input, textarea, select' })
function write(label: string, value: string) {
  const chip = chips(label)?.querySelector(`[value="${value}"]`)
  if (chip) fireEvent.click(chip)
  else fireEvent.change(control(label), { target: { value } })
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test.each([
  ['an event', <EventForm onClose={close} />, 'Create Event', 'Title', 'Title is required'],
  [
    'a listing',
    <ListingForm onClose={close} onMade={close} />,
    'Create Listing',
    'What are you selling?',
    'Title is required',
  ],
  ['a question', <AskForm onClose={close} />, 'Ask for Help', 'Title', 'Title is required'],
  ['a group', <CreateGroup onClose={close} onMade={close} />, 'Create group', 'Group name', 'Group name is required'],
  ['the settings of a group', <GeneralTab group={group} />, 'Save changes', 'Group name', 'Group name is required'],
  ['a group post', <CreateGroupPost group={group} onClose={close} />, 'Post', 'Content', 'Post content is required'],
  [
    'a department',
    <AddDepartment onClose={close} onMade={close} />,
    'Add Department',
    'Department name *',
    'Department name is required',
  ],
  [
    'a moderation action',
    <ModerateDialog person={person} onClose={close} />,
    'Warn Theo',
    'Reason',
    'Please provide a reason for the moderation action',
  ],
])(
  '%s: the first invalid field gets the focus, and its error ends when it is valid',
  async (_, form, button, label, text) => {
    await open(form)
    write(label, ' ')
    press(button)
    await waitFor(() => expect(document.activeElement).toBe(control(label)))
    expect(screen.getByText(text)).toBeTruthy()
    write(label, 'Something to read')
    expect(screen.queryByText(text)).toBeNull()
    expect(bodies).toEqual([])
  },
)

test('the error of a poll ends with its second option', async () => {
  await open(<CreateGroupPost group={group} onClose={close} />)
  write('Type', 'poll')
  write('Question', 'When?')
  press('Post')
  expect(await screen.findByText('Poll must have at least 2 options')).toBeTruthy()
  write('Option 1', 'Now')
  expect(screen.queryByText('Poll must have at least 2 options')).toBeTruthy()
  write('Option 2', 'Later')
  expect(screen.queryByText('Poll must have at least 2 options')).toBeNull()
})

test.each([
  [
    'an ad',
    <AdDialog ad={undefined} onClose={close} />,
    { 'Title *': 'Tea', 'Button Text': 'Sip', 'Ad Placement': 'feed' },
  ],
  [
    'a school',
    <SchoolDialog school={undefined} onClose={close} />,
    { 'School Name *': 'Hill', 'School Type *': 'boarding_school', 'Minimum Age': '16' },
  ],
  [
    'a confession',
    <Confess onClose={close} onMade={close} />,
    { 'Your confession': 'I fly kites', Category: 'campus' },
  ],
  ['the settings of a group', <GeneralTab group={group} />, { 'Group name': 'Big kites', Category: 'hobby' }],
  [
    'a group post',
    <CreateGroupPost group={group} onClose={close} />,
    { Content: 'Wind!', 'Who can see this?': 'members_only' },
  ],
])('%s: a closed form keeps what was typed and chosen', async (_, form, values) => {
  await open(form)
  for (const [label, value] of Object.entries(values)) write(label, value)
  await open(form)
  expect(Object.keys(values).map((label) => control(label).value)).toEqual(Object.values(values))
})

test('the school and each group have a draft of an event of their own', async () => {
  await open(<EventForm place="kites" onClose={close} />)
  write('Title', 'Members only')
  await open(<EventForm onClose={close} />)
  expect(control('Title').value).toBe('')
  await open(<EventForm place="chess" onClose={close} />)
  expect(control('Title').value).toBe('')
  await open(<EventForm place="kites" onClose={close} />)
  expect(control('Title').value).toBe('Members only')
})

test.each([
  [
    'an ad',
    <AdDialog ad={undefined} onClose={close} />,
    { 'Title *': 'Tea', 'Description *': 'Hot', 'Target URL *': '#' },
    'Create Ad',
    'Failed to save ad',
  ],
  [
    'a school',
    <SchoolDialog school={undefined} onClose={close} />,
    { 'School Name *': 'Hill', 'Email Domain *': 'hill.example', 'Country *': 'Nowhere' },
    'Add School',
    'Failed to save school',
  ],
  [
    'an action on a report',
    <ActionDialog report={report} type="ban" onClose={close} />,
    { Reason: 'Insults', 'What happened': 'You insulted a student' },
    'Ban user',
    'Failed to execute moderation action: An error occurred',
  ],
  [
    'an action on a person',
    <ModerateDialog person={person} onClose={close} />,
    { Reason: 'Insults', 'What happened': 'You insulted a student' },
    'Warn Theo',
    'Failed to warn user. Please try again.',
  ],
  [
    'an answer',
    <AnswerField assignment={question} />,
    { 'Your answer': 'Because of the wind' },
    'Post answer',
    'Failed to submit answer. Please try again.',
  ],
  [
    'a message to a seller',
    <ContactDialog listing={listing} onClose={close} />,
    { Message: 'Hi' },
    'Send message',
    'Failed to send message',
  ],
  [
    'a changed listing',
    <EditListing listing={ownListing} onClose={close} />,
    { Description: 'Red' },
    'Save changes',
    'Failed to update listing',
  ],
  [
    'a changed group post',
    <EditGroupPost post={post} onClose={close} />,
    { Content: 'Other words' },
    'Save changes',
    'We couldn’t save your post. Try again.',
  ],
])('%s: a failure is shown where no scrolling hides it', async (_, form, values, button, text) => {
  await open(form)
  for (const [label, value] of Object.entries(values)) write(label, value)
  press(button)
  expect((await screen.findByText(text)).closest('.overflow-y-auto')).toBeNull()
  const frame = screen.queryByRole('dialog') ?? screen.getByRole('textbox').closest('form') // an answer is part of its page
  expect(frame?.contains(screen.getByText(text))).toBe(true)
})

test.each([
  ['a post', <CreatePost onClose={close} />, { 'Your post': 'Wind!' }, 'Post'],
  ['a confession', <Confess onClose={close} onMade={close} />, { 'Your confession': 'I fly kites' }, 'Confess'],
  [
    'a listing',
    <ListingForm onClose={close} onMade={close} />,
    { 'What are you selling?': 'Kite', Description: 'Red', Price: '5' },
    'Create Listing',
  ],
  [
    'an event',
    <EventForm onClose={close} />,
    { Title: 'Kites', Description: 'Wind', Location: 'Lawn' },
    'Create Event',
  ],
  [
    'a question',
    <AskForm onClose={close} />,
    { Title: 'Why?', 'Describe the problem': 'Wind', Subject: 'Physics' },
    'Ask for Help',
  ],
])('%s that was not posted says so in its form', async (_, form, values, button) => {
  await open(form)
  for (const [label, value] of Object.entries(values)) write(label, value)
  expect(screen.queryByRole('alert')).toBeNull()
  press(button)
  expect((await screen.findByText('Not posted. Try again.')).getAttribute('role')).toBe('alert')
  expect(control(Object.keys(values)[0] ?? '').value).toBe(Object.values(values)[0])
})

test('a post that is too long says so where no scrolling hides it', async () => {
  await open(<CreatePost onClose={close} />)
  write('Your post', 'x'.repeat(2001))
  expect(screen.getByText('Post cannot exceed 2000 characters').closest('.overflow-y-auto')).toBeNull()
})

test.each([
  ['23:59', 'What’s on your mind?'],
  ['00:00', 'Still up, Ada?'],
  ['04:59', 'Still up, Ada?'],
  ['05:00', 'What’s on your mind?'],
])('at %s the composer asks “%s”', async (time, question) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`2026-11-24T${time}:00`) })
  await open(<CreatePost onClose={close} />)
  expect(control('Your post')).toHaveProperty('placeholder', question)
  vi.useRealTimers()
})

test('an event that would start in the past says so', async () => {
  await open(<EventForm onClose={close} />)
  expect(screen.queryByText('This start is in the past')).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: 'Pick…' }))
  write('Starts', '2020-01-01T10:00')
  expect(screen.getByText('This start is in the past')).toBeTruthy()
})

test.each([
  ['a PDF', new File(['x'], 'kite.pdf', { type: 'application/pdf' }), 'Please select an image file'],
  [
    'a large image',
    new File([new Uint8Array(1024 * 1024 + 1)], 'kite.png', { type: 'image/png' }),
    'File size must be less than 1MB',
  ],
])('a group refuses %s as its photo', async (_, file, text) => {
  await open(<CreateGroup onClose={close} onMade={close} />)
  fireEvent.change(screen.getByLabelText('Group photo', { selector: 'input' }), { target: { files: [file] } })
  expect(await screen.findByText(text)).toBeTruthy()
})

test('a group post of the type image needs one, and of the type event leads to the form of an event', async () => {
  await open(<CreateGroupPost group={group} onClose={close} />)
  write('Content', 'Wind!')
  write('Type', 'image')
  press('Post')
  expect(await screen.findByText('Add an image, or choose another type')).toBeTruthy()
  expect(bodies).toEqual([])
  write('Type', 'event')
  expect(screen.queryByText('Add an image, or choose another type')).toBeNull()
  const link = screen.getByRole('link', { name: 'create an event of this group' })
  expect(link.getAttribute('href')).toMatch(/\?tab=events$/)
  press('Post')
  await waitFor(() => expect(bodies).toHaveLength(1))
})

test('an ad without its required fields says so once, and marks them', async () => {
  await open(<AdDialog ad={undefined} onClose={close} />)
  write('Title *', 'Tea')
  press('Create Ad')
  expect(await screen.findAllByText('Please fill in all required fields')).toHaveLength(1)
  const isInvalid = (label: string) => control(label).getAttribute('aria-invalid') === 'true'
  expect(['Title *', 'Description *', 'Target URL *'].map(isInvalid)).toEqual([false, true, true])
  write('Description *', 'Hot')
  write('Target URL *', '#')
  expect(screen.queryByText('Please fill in all required fields')).toBeNull()
})

test('a removed picture of an ad leaves the file chooser empty', async () => {
  await open(<AdDialog ad={undefined} onClose={close} />)
  const chooser = screen.getByLabelText<HTMLInputElement>('Ad Image')
  fireEvent.change(chooser, { target: { files: [new File(['x'], 'tea.png', { type: 'image/png' })] } })
  const cleared = vi.spyOn(chooser, 'value', 'set')
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(cleared).toHaveBeenCalledWith('')
})

test('the foot of a form says what its button does', async () => {
  await open(<AskForm onClose={close} />)
  await screen.findByText('Ask 69 people')
  await open(<CreateGroupPost group={group} onClose={close} />)
  await screen.findByText(`Post to ${(group as { name: string }).name}`)
})

test('Ctrl+Enter submits a form, and a course code suggests a subject that was not chosen', async () => {
  await open(<AskForm onClose={close} />)
  write('Title', 'Why?')
  write('Describe the problem', 'Wind')
  write('Course', 'PHYS 2')
  expect(control('Subject').value).toBe('Physics')
  write('Course', 'MATH 1')
  expect(control('Subject').value).toBe('Physics')
  fireEvent.keyDown(control('Title'), { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(bodies).toHaveLength(1))
  expect(bodies[0]).toMatchObject({ title: 'Why?', subject: 'Physics', priority: 'medium', due_date: null })
})

test('a review without a choice on the optional scales sends 3 for each, and names chosen values', async () => {
  await open(<RatingForm professor={{ id: 'p', full_name: 'Thandi' }} onClose={close} />)
  expect(screen.getAllByText(/3 unless you choose/)).toHaveLength(3)
  for (const label of ['Overall *', 'Difficulty *', 'Teaching quality *']) write(label, '4')
  expect(screen.getByText('4 · hard')).toBeTruthy()
  write('Fun', '5')
  write('Review *', 'Explains everything twice, and the second time slowly.')
  expect(screen.getByRole('progressbar', { name: 'Your review' }).getAttribute('aria-valuenow')).toBe('4')
  press('Post review')
  await waitFor(() => expect(bodies).toHaveLength(1))
  expect(bodies[0]).toMatchObject({ engagement_rating: 3, workload_rating: 3, fun_rating: 5 })
})

test('an edited listing sends what was changed, with the version that it is based on', async () => {
  await open(<EditListing listing={ownListing} onClose={close} />)
  expect(screen.getByRole('button', { name: 'Save changes' })).toHaveProperty('disabled', true)
  write('Price', '4.50')
  press('Save changes')
  await waitFor(() => expect(bodies).toEqual([{ price: 4.5, version: 1 }]))
  await open(<EditListing listing={ownListing} onClose={close} />)
  expect(control('Price').value).toBe('4.50')
})
